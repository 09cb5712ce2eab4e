"""Find and merge duplicate customers in lists: right without training, fast, and honest about what it does not know."""

__version__ = "0.1.0"
