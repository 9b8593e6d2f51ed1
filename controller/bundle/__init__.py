"""A bundle for a bug report: how a table is, without what is nobody else's business."""
