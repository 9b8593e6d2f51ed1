"""`python -m controller` is `underfelt`."""

from controller.cli import main

main()
