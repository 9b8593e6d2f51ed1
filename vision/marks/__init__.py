"""Printed marks for what no card or die tells: a new shoe, a lid, an empty shoe."""
