"""What is in deploy/: the tools that read these files accept them, where they are installed."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from tests.server.conftest import PATIENCE, Running, free_port

HOST = "cards.example.org"
DEPLOY = Path(__file__).parent.parent / "deploy"


def test_the_unit_is_accepted_by_systemd(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    unit = tmp_path / "pioche.service"
    text = (DEPLOY / "pioche.service").read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/pioche/bin/pioche", "/bin/true"), encoding="utf-8")
    found = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert (found.returncode, found.stderr) == (0, "")


@pytest.fixture
def nginx(tmp_path):
    """The program, and a function that writes the configuration of the example with a certificate of its own."""
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None or shutil.which("openssl") is None:
        pytest.skip("nginx is not installed; on Debian: apt-get install nginx")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=x"]
    subprocess.run([*make, "-keyout", key, "-out", certificate], check=True, capture_output=True)

    def configured(*changes: tuple[str, str]) -> Path:
        text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        text = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {key};", text)
        text = re.sub(r"ssl_certificate /.*;", f"ssl_certificate {certificate};", text)
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        whole = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {text} }}"
        (tmp_path / "nginx.conf").write_text(whole, encoding="utf-8")
        return tmp_path / "nginx.conf"

    return program, configured


def test_the_proxy_is_accepted_by_nginx(nginx):
    program, configured = nginx
    found = subprocess.run([program, "-t", "-c", configured()], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr


@pytest.fixture
def behind_the_proxy(nginx, tmp_path):
    """The port of the example's secure side, in front of a server."""
    program, configured = nginx
    running = Running(f"sqlite:///{tmp_path / 'tables.db'}", options=["--allowed-host", HOST]).start()
    port = free_port()
    secure, plain = (f"listen 127.0.0.1:{each}" for each in (port, free_port()))
    ports = ("127.0.0.1:8020", f"127.0.0.1:{running.port}"), ("listen 443", secure), ("listen 80", plain)
    command = [program, "-c", configured(*ports), "-g", "daemon off;"]
    proxy = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        yield port
    finally:
        proxy.terminate()
        proxy.wait()
        running.stop()


def test_players_reach_the_server_through_the_proxy(behind_the_proxy):
    """Their cookies are for TLS only, sockets pass, and nobody outside reads the metrics."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    where = {"base_url": f"https://127.0.0.1:{behind_the_proxy}", "headers": {"Host": HOST}}
    with httpx.Client(transport=httpx.HTTPTransport(retries=8, verify=trusting), timeout=PATIENCE, **where) as client:
        plans = [{"kind": "me", "name": "Ada"}, *[{"kind": "bot", "level": "beginner"}] * 2]
        opened = client.post("/api/tables", json={"game": "no-merci", "seats": plans})
        assert opened.status_code == 201
        assert "secure" in opened.headers["set-cookie"].lower()
        assert "max-age" in opened.headers["strict-transport-security"]
        assert client.get("/metrics").status_code == 404
    line = socket.create_connection(("127.0.0.1", behind_the_proxy))
    with connect(f"wss://{HOST}/ws/{opened.json()['table']}", sock=line, ssl=trusting) as table:
        table.send(json.dumps({"type": "hello", "tokens": list(opened.json()["seats"].values())}))
        assert json.loads(table.recv(timeout=PATIENCE))["type"] == "state"


def test_the_container_installs_extras_that_exist():
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    project = (DEPLOY.parent / "pyproject.toml").read_text(encoding="utf-8")
    (extras,) = re.findall(r'"\.\[(.*)\]"', text)
    assert all(f"\n{extra} = [" in project for extra in extras.split(","))
    assert all((DEPLOY.parent / name).exists() for name in ("constraints.txt", "web/build.py"))
