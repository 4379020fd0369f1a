"""Reports of explorations: text, JSON, SARIF, JUnit XML, and the data behind them."""
