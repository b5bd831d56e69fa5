"""K6T: two games with one deck of 120 cards. The deck is in `deck`, each game in a folder of its own."""
