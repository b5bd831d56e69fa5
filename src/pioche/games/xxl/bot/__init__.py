"""What the bots of several XXL games share."""
