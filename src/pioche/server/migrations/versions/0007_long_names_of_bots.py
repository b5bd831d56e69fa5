"""Custom bots are named by their module and class, which needs a longer column than the name of a level."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

BEFORE = {("results", "level"): 16, ("ratings", "subject"): 40}
AFTER = 200


def upgrade() -> None:
    for (table, column), length in BEFORE.items():
        with op.batch_alter_table(table) as batch:
            batch.alter_column(column, existing_type=sa.String(length), type_=sa.String(AFTER))


def downgrade() -> None:
    for (table, column), length in BEFORE.items():
        with op.batch_alter_table(table) as batch:
            batch.alter_column(column, existing_type=sa.String(AFTER), type_=sa.String(length))
