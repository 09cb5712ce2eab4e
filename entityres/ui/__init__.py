"""UI: the window. Nothing else imports it."""

from contextlib import suppress

with suppress(ImportError):  # what is missing is said by app.main
    from entityres.ui.overrides import guard_classes

    guard_classes("entityres.ui")
