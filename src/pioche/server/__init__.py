"""The table in the browser: tables as logs of events, seats by secret tokens, one socket for each page."""
