"""Which port a device hangs on, by what its USB device says of itself."""
