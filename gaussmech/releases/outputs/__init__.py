"""What a release writes: tables and maps, rates, its record, the page, and a registry's record."""
