"""The addresses from which a deal was opened leave the entries, which can be deleted with their player."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "networks",
        sa.Column("contest", sa.String(80), primary_key=True),
        sa.Column("network", sa.String(64), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.execute(
        "INSERT INTO networks (contest, network, since) SELECT contest, network, MIN(began) FROM entries "
        "WHERE network IS NOT NULL GROUP BY contest, network"
    )
    with op.batch_alter_table("entries") as batch:
        batch.drop_column("network")


def downgrade() -> None:
    op.add_column("entries", sa.Column("network", sa.String(64)))
    op.drop_table("networks")
