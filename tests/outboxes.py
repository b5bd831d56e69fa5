"""An outbox without a socket, for tests of what is sent."""


class Sent(list):
    """Keeps the texts that it is given."""

    send = list.append

    async def close(self) -> None:
        pass
