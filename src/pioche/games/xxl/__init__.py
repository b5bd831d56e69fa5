"""XXL: six games with one deck of 55 double cards. The deck is in `deck`, each game in a folder of its own."""
