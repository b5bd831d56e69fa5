"""A small reverse proxy with TLS, as nginx or Caddy would be in front of a server."""

import datetime
import socket
import ssl
import threading
from contextlib import suppress
from ipaddress import ip_address

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

END_OF_HEAD = b"\r\n\r\n"


def certificate(folder) -> str:
    """Write a certificate for loopback, with its key, to a file; return its path."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + datetime.timedelta(days=1))
        .add_extension(names, critical=False)
        .sign(key, hashes.SHA256())
    )
    path = folder / "proxy.pem"
    written = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    path.write_bytes(key.private_bytes(*written) + made.public_bytes(serialization.Encoding.PEM))
    return str(path)


class Proxy:
    """Passes each connection on from an address of its own, and says in the first request where it came from."""

    def __init__(self, port: int, pem: str, address: str) -> None:
        self._to, self._from = port, address
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(pem)
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._server.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, (client, _) = self._server.accept()
                threading.Thread(target=self._serve, args=(near, client), daemon=True).start()

    def _serve(self, plain: socket.socket, client: str) -> None:
        with (
            suppress(OSError),
            self._tls.wrap_socket(plain, server_side=True) as near,
            socket.create_connection(("127.0.0.1", self._to), source_address=(self._from, 0)) as far,
        ):
            head = b""
            while END_OF_HEAD not in head:
                head += near.recv(65536)
            first, _, rest = head.partition(b"\r\n")
            told = f"X-Forwarded-For: {client}\r\nX-Forwarded-Proto: https\r\n".encode()
            if b"upgrade: websocket" not in head.lower():
                told += b"Connection: close\r\n"
            far.sendall(first + b"\r\n" + told + rest)
            back = threading.Thread(target=_pump, args=(far, near), daemon=True)
            back.start()
            _pump(near, far)
            back.join()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while got := source.recv(65536):
            sink.sendall(got)
    with suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
