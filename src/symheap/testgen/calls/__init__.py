"""Tests from sequences of public calls: every state in them is one that the class can reach."""
