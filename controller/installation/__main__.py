"""`python3 -m controller.installation`: the installer, before anything is installed."""

import sys

from controller.installation.command import main

sys.exit(main())
