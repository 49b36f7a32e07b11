"""What a release writes: tables and maps, its record, the page, and a registry's record."""
