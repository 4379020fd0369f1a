"""Reachability of crashes: sequences of public calls that lead to one, and invariants that exclude one."""
