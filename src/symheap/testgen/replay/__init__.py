"""Run generated tests on the real JVM: compile them, run them in a child process, and compare with the predictions."""
