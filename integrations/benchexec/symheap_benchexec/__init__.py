"""BenchExec and symheap."""
