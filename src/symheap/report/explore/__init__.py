"""Reports of explorations: text, JSON, SARIF, JUnit's XML, and what they are derived from."""
