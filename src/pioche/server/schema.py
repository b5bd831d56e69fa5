"""The tables of the database. Migrations create them; a test compares the two."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
BOT_NAME = 200
"""The longest name of a bot: that of a level, or the module and class of one of the players' own."""

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("code", sa.String(16), nullable=False, unique=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("opened", sa.Float, nullable=False),
    sa.Column("ended", sa.Float),
)
events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
holdings = sa.Table(
    "holdings",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),  # the hash of a secret: a browser's, or a seat's own
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("since", sa.Float, nullable=False),
)
presence = sa.Table(
    "presence",
    metadata,
    sa.Column("process", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seen", sa.Float, nullable=False),
    sa.Column("is_here", sa.Boolean, nullable=False),
)
sa.Index("presence_by_table", presence.c.table_id)
guesses = sa.Table(
    "guesses",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),  # the hash of a browser's secret
    sa.Column("puzzle", sa.String(32), primary_key=True),  # its key, which does not depend on its number
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("is_right", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
sa.Index("guesses_by_game", guesses.c.game)

# People, without accounts: a player is one browser or several.

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("since", sa.Float, nullable=False),
)
browsers = sa.Table(
    "browsers",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),  # the hash of a browser's secret
    sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
    sa.Column("since", sa.Float, nullable=False),
)
sa.Index("browsers_by_player", browsers.c.player_id)
carries = sa.Table(
    "carries",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),  # the hash of a token that adds one browser to a player
    sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
    sa.Column("until", sa.Float),  # none for a kept copy of the secret, which can be used again
)

# Finished matches.

results = sa.Table(
    "results",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("variant", sa.String(64)),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("ended", sa.Float, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),  # who sat there at the end: a person or a bot
    sa.Column("level", sa.String(BOT_NAME)),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("is_helped", sa.Boolean, nullable=False),  # help was used, or a bot stood in for somebody
    sa.Column("is_usual", sa.Boolean, nullable=False),  # played without options, so that scores can be compared
    sa.Column("contest", sa.String(80)),
)
ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("subject", sa.String(BOT_NAME), primary_key=True),  # a player's id, or "bot" and a level
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
)
rated = sa.Table(
    "rated",  # so that a match counts once, even if its last move is taken back and it ends again
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
)

reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("checksum", sa.String(64), nullable=False),  # of the record: a match that goes on is reviewed again
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),  # JSON, compressed
)

# Deals that several people play, each at a table of their own.

keys = sa.Table(
    "keys",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.String(64), nullable=False),
)
duplicates = sa.Table(
    "duplicates",
    metadata,
    sa.Column("code", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("variant", sa.String(64)),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # as JSON
    sa.Column("level", sa.String(16), nullable=False),
    sa.Column("deals", sa.Integer, nullable=False),
    sa.Column("opened", sa.Float, nullable=False),
)
entries = sa.Table(
    "entries",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("contest", sa.String(80), nullable=False),
    sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
    sa.Column("table_id", sa.String(32), unique=True),  # none for a record that was played elsewhere
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("mark", sa.String(16), nullable=False),
    sa.Column("began", sa.Float, nullable=False),
    sa.Column("ended", sa.Float),
    sa.Column("score", sa.Integer),
    sa.Column("place", sa.Integer),
    sa.Column("record", sa.LargeBinary),
)
networks = sa.Table(
    "networks",  # from where a deal was opened: names no player, so that deleting one does not unseal the deal
    metadata,
    sa.Column("contest", sa.String(80), primary_key=True),
    sa.Column("network", sa.String(64), primary_key=True),  # a keyed hash of the address
    sa.Column("since", sa.Float, nullable=False),
    sa.Column("first_table", sa.String(32)),  # where it was opened first; it may be deleted
    sa.Column("others_since", sa.Float),  # since when another player has opened it from there
)
sa.Index("entries_by_contest", entries.c.contest)
sa.Index("entries_by_player", entries.c.player_id)

# Slow games.

ways = sa.Table(
    "ways",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),  # push, webhook or mail
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("keys", sa.Text),  # of a browser that gets notifications, as JSON
    sa.Column("language", sa.String(2), nullable=False),
    sa.Column("origin", sa.Text, nullable=False),  # the address of the server that links begin with
    sa.Column("since", sa.Float, nullable=False),
    sa.Column("is_confirmed", sa.Boolean, nullable=False),
)
sa.Index("ways_by_player", ways.c.player_id)
pinged = sa.Table(
    "pinged",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, nullable=False),  # the event since which the seat was to move
    sa.Column("at", sa.Float, nullable=False),
)
