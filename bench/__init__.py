"""Speed and strength, measured."""
