"""The desk's pages: staff log in and act under their own name; the daemon decides every right."""
