"""The built page, held in memory: every file as it is, and compressed once."""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from .packing import LEAST, PACKABLE, packed

INDEX = "index.html"
NOT_MODIFIED = 304


@dataclass(frozen=True)
class File:
    kind: str
    text: bytes
    packed: bytes | None
    """The same compressed; None if that gains nothing."""
    tag: str


class PageFiles:
    """Answers requests for files of the page; every other address is index.html, which routes by itself."""

    def __init__(self, folder: Path) -> None:
        paths = [path for path in folder.rglob("*") if path.is_file()]
        self._files = {path.relative_to(folder).as_posix(): read_file(path) for path in paths}

    @property
    def is_there(self) -> bool:
        return INDEX in self._files

    def has(self, name: str) -> bool:
        return name in self._files

    def answer(self, request: Request, name: str) -> Response:
        file = self._files.get(name) or self._files[INDEX]
        headers = {"ETag": file.tag, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=NOT_MODIFIED, headers=headers)
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type=file.kind)
        return Response(file.text, headers=headers, media_type=file.kind)


def read_file(path: Path) -> File:
    text = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    smaller = packed(text) if len(text) >= LEAST and kind.startswith(PACKABLE) else None
    return File(kind, text, smaller, f'"{hashlib.sha256(text).hexdigest()[:16]}"')
