"""Places and streets: files, coordinates, and sums of events at the places near them."""
