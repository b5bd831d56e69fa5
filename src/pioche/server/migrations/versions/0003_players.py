"""Players of several browsers, results of finished matches, ratings, and deals that several people play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    _add_players()
    _add_results()
    _add_contests()


def _add_players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "browsers",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_index("browsers_by_player", "browsers", ["player_id"])
    op.create_table(
        "carries",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("until", sa.Float),
    )


def _add_results() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("variant", sa.String(64)),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("level", sa.String(16)),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("is_helped", sa.Boolean, nullable=False),
        sa.Column("is_usual", sa.Boolean, nullable=False),
        sa.Column("contest", sa.String(80)),
    )
    op.create_table(
        "ratings",
        sa.Column("subject", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )
    op.create_table(
        "rated",
        sa.Column("table_id", sa.String(32), primary_key=True),
    )


def _add_contests() -> None:
    op.create_table(
        "keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
    op.create_table(
        "duplicates",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("variant", sa.String(64)),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("level", sa.String(16), nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("opened", sa.Float, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("contest", sa.String(80), nullable=False),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("table_id", sa.String(32), unique=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("mark", sa.String(16), nullable=False),
        sa.Column("network", sa.String(64)),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("score", sa.Integer),
        sa.Column("place", sa.Integer),
        sa.Column("record", sa.LargeBinary),
    )
    op.create_index("entries_by_contest", "entries", ["contest"])
    op.create_index("entries_by_player", "entries", ["player_id"])


def downgrade() -> None:
    for name in ("entries", "duplicates", "keys", "rated", "ratings", "results", "carries", "browsers", "players"):
        op.drop_table(name)
