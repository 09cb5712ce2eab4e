"""UI: the window. Nothing else imports it."""
