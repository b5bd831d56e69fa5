"""Rules at native speed: compiled loops, cached on disk."""
