"""Expressions of Java, as a programmer would write them: from bytecode, and from the source where there is one."""
