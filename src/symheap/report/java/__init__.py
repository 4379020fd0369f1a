"""Reports on Java programs: values, decisions and crashes as a Java programmer writes them."""
