"""The web server: tables stored as event logs, seats held by secret tokens, one WebSocket per page."""
