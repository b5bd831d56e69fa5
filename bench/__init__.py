"""Measurements of speed and strength."""
