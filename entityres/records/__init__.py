"""Engine: from a file to records: text columns, roles, cleaned values."""
