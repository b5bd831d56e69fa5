"""The ways in which the server pings players on their turn, and the turns for which it did."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "ways",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("player_id", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("keys", sa.Text),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("is_confirmed", sa.Boolean, nullable=False),
    )
    op.create_index("ways_by_player", "ways", ["player_id"])
    op.create_table(
        "pinged",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in ("pinged", "ways"):
        op.drop_table(name)
