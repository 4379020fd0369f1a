"""Names, and the text of a test class."""
