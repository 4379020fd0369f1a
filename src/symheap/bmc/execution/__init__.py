"""Execution of the memory IR on symbolic states."""
