"""Repositories over HTTP as a private GitHub has them: whoever shows no token sees nothing, and git's own server answers.

with GitOverHttp(folder, token="token-marker") as server:
    git clone {server.url}/name                       # folder/name; refused without the token
"""

import base64
import os
import subprocess
from email.parser import BytesHeaderParser
from pathlib import Path
from urllib.parse import urlsplit

from git_repo import clean_environment
from servers.loopback import Handler, Loopback


class GitOverHttp(Loopback):
    """``let_in`` and ``refused`` count requests; ``failing`` are the statuses of the next answers."""

    def __init__(self, folder: Path, *, token: str) -> None:
        self.folder = folder
        basic = base64.b64encode(f"x-access-token:{token}".encode()).decode("ascii")
        self.header = f"basic {basic}"
        self.let_in = 0
        self.refused = 0
        self.failing: list[int] = []
        super().__init__(_Handler, server_of_git=self)


class _Handler(Handler):
    server_of_git: GitOverHttp

    def answer(self) -> None:
        body, served = self.body(), self.server_of_git
        if self.headers.get("authorization") != served.header:
            served.refused += 1
            self.reply(401, b"", "text/plain", {"www-authenticate": 'Basic realm="GitHub"'})
            return
        if served.failing:
            self.reply(served.failing.pop(0), b"", "text/plain")
            return
        served.let_in += 1
        parts = urlsplit(self.path)
        # https://git-scm.com/docs/git-http-backend: a CGI program.
        given = {
            "GIT_PROJECT_ROOT": str(served.folder),
            "GIT_HTTP_EXPORT_ALL": "1",
            "PATH_INFO": parts.path,
            "QUERY_STRING": parts.query,
            "REQUEST_METHOD": self.command,
            "CONTENT_TYPE": self.headers.get("content-type", ""),
            "HTTP_CONTENT_ENCODING": self.headers.get("content-encoding", ""),
            "GIT_PROTOCOL": self.headers.get("git-protocol", ""),
            "REMOTE_USER": "somebody",
        }
        done = subprocess.run(
            ["git", "-c", "safe.directory=*", "http-backend"],
            env={**clean_environment(), **given},
            input=body,
            capture_output=True,
            check=True,
        )
        head, _, data = done.stdout.partition(b"\r\n\r\n")
        headers = dict(BytesHeaderParser().parsebytes(head + b"\r\n\r\n").items())
        status = int(headers.pop("Status", "200 OK").split()[0])
        self.reply(status, data, headers.pop("Content-Type", "text/plain"), headers)


def is_installed() -> bool:
    """git's server is part of git, and some systems package it alone."""
    where = subprocess.run(["git", "--exec-path"], capture_output=True, text=True, check=True).stdout.strip()
    return os.access(Path(where, "git-http-backend"), os.X_OK)
