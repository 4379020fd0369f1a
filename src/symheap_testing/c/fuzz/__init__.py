"""A differential fuzzer for C: compare the verdicts on random typed programs with runs under sanitizers."""
