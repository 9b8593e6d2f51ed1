"""For people at a camera: pictures of how something was read, a live page, files and folders."""
