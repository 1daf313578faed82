"""The games as data, by family, and the small rules they are put together from."""
