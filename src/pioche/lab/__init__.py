"""Finding things out about games: simulations, statistics, benchmarks."""
