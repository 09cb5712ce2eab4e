"""Engine: from scored pairs and decisions to groups and merged records."""
