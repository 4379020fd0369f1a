"""The options of the commands, as typer sees them."""
