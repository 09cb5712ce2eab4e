"""UI: one page for each step. Pages never import each other; they meet in the changes of the project."""
