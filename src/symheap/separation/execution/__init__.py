"""Execution of commands on symbolic heaps."""
