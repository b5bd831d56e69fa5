"""Who is at the tables of each process."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "presence",
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("is_here", sa.Boolean, nullable=False),
    )
    op.create_index("presence_by_table", "presence", ["table_id"])


def downgrade() -> None:
    op.drop_table("presence")
