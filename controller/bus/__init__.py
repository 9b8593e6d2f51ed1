"""The bus: sockets for devices, screens, staff and surveillance, and the messages on them."""
