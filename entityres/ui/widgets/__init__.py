"""UI: parts that pages are made of."""
