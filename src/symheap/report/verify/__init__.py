"""Verdicts on properties of Java programs, as text, JSON and witnesses."""
