"""Nine: three cards, perhaps a fourth, nearest to nine."""
