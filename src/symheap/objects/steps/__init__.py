"""The steps of the concrete machine, each bound once to what its instruction says."""
