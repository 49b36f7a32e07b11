"""Road graphs and trips: files, download, synthetic city, maps of trip ends."""
