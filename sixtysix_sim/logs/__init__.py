"""Tables: raw rows of a kernel, schemas, Parquet files written and read."""
