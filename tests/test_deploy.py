"""What is in deploy/: the tools that read these files accept them, where they are installed."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parent.parent / "deploy"


def test_the_unit_is_accepted_by_systemd(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    unit = tmp_path / "pioche.service"
    text = (DEPLOY / "pioche.service").read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/pioche/bin/pioche", "/bin/true"), encoding="utf-8")
    found = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert (found.returncode, found.stderr) == (0, "")


def test_the_proxy_is_accepted_by_nginx(tmp_path):
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if nginx is None or shutil.which("openssl") is None:
        pytest.skip("nginx is not installed; on Debian: apt-get install nginx")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    make = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=x",
        "-keyout",
        key,
        "-out",
        certificate,
    ]
    subprocess.run(make, check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {key};", text)
    text = re.sub(r"ssl_certificate /.*;", f"ssl_certificate {certificate};", text)
    whole = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {text} }}"
    (tmp_path / "nginx.conf").write_text(whole, encoding="utf-8")
    found = subprocess.run([nginx, "-t", "-c", tmp_path / "nginx.conf"], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr


def test_the_container_installs_extras_that_exist():
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    project = (DEPLOY.parent / "pyproject.toml").read_text(encoding="utf-8")
    (extras,) = re.findall(r'"\.\[(.*)\]"', text)
    assert all(f"\n{extra} = [" in project for extra in extras.split(","))
    assert all((DEPLOY.parent / name).exists() for name in ("constraints.txt", "web/build.py"))
