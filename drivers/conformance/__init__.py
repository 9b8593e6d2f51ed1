"""The conformance suite: what the wire document asks of a device, tried one by one."""
