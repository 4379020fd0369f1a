"""Reachability of crashes: which sequence of public calls leads to one, and which invariant speaks against it."""
