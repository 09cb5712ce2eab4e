"""Session: the project: file, settings, decisions, undo. No Qt."""
