"""Rules at native speed: compiled loops, kept on disk."""
