"""Functions over arrays that several games share. No module here depends on a particular game."""
