"""A network between two programs that can fall silent: bytes are accepted, and go nowhere until it is back."""

import selectors
import socket
import threading
from contextlib import suppress


class Relay:
    """Forwards TCP connections on loopback to another port. `silence` stops that without closing anything."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._is_open, self._is_done = threading.Event(), False
        self._is_open.set()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def silence(self) -> None:
        self._is_open.clear()

    def restore(self) -> None:
        self._is_open.set()

    def close(self) -> None:
        self._is_done = True
        self._is_open.set()
        self._server.close()
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        while not self._is_done:
            with suppress(OSError):
                near, _ = self._server.accept()
                threading.Thread(target=self._forward, args=(near,), daemon=True).start()

    def _forward(self, near: socket.socket) -> None:
        self._is_open.wait()
        with suppress(OSError), selectors.DefaultSelector() as ready:
            far = socket.create_connection(("127.0.0.1", self._to))
            self._ends += [near, far]
            other = {near: far, far: near}
            for end in other:
                ready.register(end, selectors.EVENT_READ)
            while not self._is_done:
                for key, _ in ready.select(0.5):
                    got = key.fileobj.recv(65536)
                    self._is_open.wait()
                    if not got:
                        near.close()
                        far.close()
                        return
                    other[key.fileobj].sendall(got)
