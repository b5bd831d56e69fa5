"""One folder for each game. They are found by `pioche.registry`, never listed."""
