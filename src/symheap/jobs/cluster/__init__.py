"""Units of work on a Dask cluster, which schedules them and tries them again; only `cluster` modules import Dask."""
