"""Formats that several commands write: JSON, SARIF, JUnit XML, and their schemas."""
