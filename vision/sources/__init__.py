"""Where frames come from: a camera, a video file, a folder of stills, an emulated camera."""
