"""Engine: sentences that end with words of a user: a heading "Tel." or a name "Hill Inc." brings its full stop along."""

from __future__ import annotations


def ended(words: str) -> str:
    """The words with one full stop at their end.

    Example:
        >>> ended("No list has a column Tel."), ended("There is no group")
        ('No list has a column Tel.', 'There is no group.')
    """
    return words if words.endswith((".", "…")) else f"{words}."
