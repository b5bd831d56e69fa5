"""Reviews of finished matches: a curve of chances, every decision, turning points, and luck apart from skill."""
