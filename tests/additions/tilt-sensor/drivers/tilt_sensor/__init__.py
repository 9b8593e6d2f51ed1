"""The tilt sensor under the table."""
