"""One folder per game. `pioche.registry` discovers them; no list names them."""
