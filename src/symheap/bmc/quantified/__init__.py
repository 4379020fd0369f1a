"""The quantified encoding: one formula for all executions up to a bound."""
