"""Formats that several commands write: JSON, SARIF, JUnit's XML, and their schemas."""
