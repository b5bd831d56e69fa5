"""What several games share, as functions over plain arrays. Nothing in here knows a game."""
