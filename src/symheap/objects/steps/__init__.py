"""The steps of the concrete machine, each bound once to the operands of its instruction."""
