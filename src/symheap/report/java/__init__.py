"""Java's words: values, decisions and crashes as a Java programmer writes them."""
