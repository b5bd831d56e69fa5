"""An address knows at which table a deal was opened first, and since when others have opened it too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("networks", sa.Column("first_table", sa.String(32)))
    op.add_column("networks", sa.Column("others_since", sa.Float))


def downgrade() -> None:
    op.drop_column("networks", "others_since")
    op.drop_column("networks", "first_table")
