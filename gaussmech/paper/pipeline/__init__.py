"""What the workflow needs and no user of the library does: configuration, tables, runs."""
