"""UI: what tables show, over arrays."""
