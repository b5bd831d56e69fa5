"""Simulations, comparisons of bots, benchmarks and tuning."""
