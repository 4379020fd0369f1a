"""Studies: explore many methods of published programs, and compare with the numbers printed in a paper."""
