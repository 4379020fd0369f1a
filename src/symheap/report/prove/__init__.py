"""Reports of proofs of C programs."""
