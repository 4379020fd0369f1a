"""A differential fuzzer for C: random typed programs, their verdicts, and their runs under the sanitizers."""
