"""Executions of a program's `main` on a JVM, with given inputs."""
