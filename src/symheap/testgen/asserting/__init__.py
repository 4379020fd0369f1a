"""The call under test, and the assertions about its end."""
