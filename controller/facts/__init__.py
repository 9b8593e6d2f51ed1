"""The ground floor: what everyone may import; codes and numbers, no sentences."""
