"""Reading the private file: strict CSV, people and their spellings, inspection for its owner."""
