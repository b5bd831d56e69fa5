"""The engine shared by all games. No module here depends on a particular game."""
