"""The bus: devices, feed and desk sockets, and the messages on them."""
