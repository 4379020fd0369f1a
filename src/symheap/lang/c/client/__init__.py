"""Most general clients: how programs without a `main` are called."""
