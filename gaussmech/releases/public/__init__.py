"""What is read from public files, and how it was understood."""
