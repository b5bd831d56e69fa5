"""How migrations are run: on the connection that the log hands over."""

from __future__ import annotations

from alembic import context

from pioche.server.store import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
