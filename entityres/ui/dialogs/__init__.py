"""UI: windows that open above the main one."""
