"""Access control: every kind of foreign request is refused, whatever it asks for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from serve_client import OTHER, TOKEN, Client, make_run, serving

PLACES = [
    ("GET", f"/{TOKEN}/"),
    ("GET", f"/{TOKEN}/run/a"),
    ("GET", f"/{TOKEN}/report/a.html"),
    ("GET", "/api/runs"),
    ("GET", "/api/run/a?since=0"),
    ("HEAD", f"/{TOKEN}/"),
    ("POST", "/api/run/a/stop"),
    ("POST", "/api/run/a/resume"),
]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("runs")
    make_run(folder)
    with serving(folder) as found:
        yield found


@pytest.mark.parametrize(("method", "target"), PLACES[:-1])
def test_who_has_the_token_is_answered(client: Client, method: str, target: str) -> None:
    assert client.ask(method, target).status == (409 if method == "POST" else 200)


@pytest.mark.parametrize(("method", "target"), PLACES)
@pytest.mark.parametrize("token", [None, "", OTHER, TOKEN + "x", TOKEN[:-1], TOKEN.upper(), "é"])
def test_without_the_token_nothing_is_told(client: Client, method: str, target: str, token: str | None) -> None:
    asked = target.replace(TOKEN, "x" if token is None else token.replace("é", "%C3%A9"))
    got = client.ask(method, asked, {"X-Symheap-Token": None if token is None else token.encode().decode("latin-1")})
    assert (got.status, got.body) == (403, b"" if method == "HEAD" else b"Forbidden\n")


def test_without_the_token_no_address_is_like_any_other(client: Client) -> None:
    for target in ("/", "/api/runs", "/api/run/a", "/api/nothing", "/favicon.ico", "*", "http://127.0.0.1/"):
        got = client.get(target, X_Symheap_Token=OTHER)
        assert (got.status, got.body) == (403, b"Forbidden\n")


def test_a_token_in_the_address_does_not_open_the_interface_for_scripts(client: Client) -> None:
    assert client.get(f"/{TOKEN}/api/runs").status == 404
    assert client.get(f"/api/runs?token={TOKEN}", X_Symheap_Token=None).status == 403
    assert client.get("/api/runs", X_Symheap_Token=None, Cookie=f"token={TOKEN}").status == 403


def test_two_tokens_are_none(client: Client) -> None:
    assert client.ask("GET", "/api/runs", {"X-Symheap-Token": TOKEN, "x-symheap-token": OTHER}).status == 403


HOSTS = [None, "", "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "0.0.0.0:{port}"]


@pytest.mark.parametrize(("method", "target"), PLACES)
@pytest.mark.parametrize("host", HOSTS)
def test_another_host_is_refused(client: Client, method: str, target: str, host: str | None) -> None:
    said = None if host is None else host.format(port=client.port)
    got = client.ask(method, target, {"Host": said, "Origin": f"http://{said}" if method == "POST" else None})
    assert got.status == 403


def test_two_hosts_are_refused(client: Client) -> None:
    own = f"127.0.0.1:{client.port}"
    assert client.ask("GET", "/api/runs", {"Host": own, "host": "evil.example"}).status == 403


def test_localhost_is_a_name_of_this_server(client: Client) -> None:
    host = f"localhost:{client.port}"
    assert client.get("/api/runs", Host=host).status == 200
    assert client.get("/api/runs", Host=host.upper()).status == 200
    assert client.get("/api/runs", Host=host, Origin=f"http://{host}").status == 200
    assert client.get("/api/runs", Host=host, Origin=client.origin).status == 403


FOREIGN = ["null", "", "http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1", "http://127.0.0.1:1"]


@pytest.mark.parametrize(("method", "target"), PLACES)
@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_origin_is_refused(client: Client, method: str, target: str, origin: str) -> None:
    assert client.ask(method, target, {"Origin": origin.format(port=client.port)}).status == 403


@pytest.mark.parametrize("word", ["stop", "resume"])
def test_nothing_is_done_for_who_does_not_say_from_where(client: Client, word: str) -> None:
    assert client.ask("POST", f"/api/run/a/{word}", {"Origin": None}).status == 403


def test_preflights_allow_nothing(client: Client) -> None:
    said: dict[str, str | None] = {
        "Origin": "http://evil.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "X-Symheap-Token",
    }
    for headers in (said, {**said, "Origin": client.origin}):
        got = client.ask("OPTIONS", "/api/run/a/stop", headers)
        assert got.status in (403, 405)
        assert not any(name.lower().startswith("access-control") for name in got.headers)


@pytest.mark.parametrize(
    ("method", "target"),
    [*PLACES[:-1], ("GET", "/nothing"), ("GET", f"/{TOKEN}/nothing"), ("PUT", "/api/runs"), ("OPTIONS", "/api/runs")],
)
def test_every_answer_has_the_headers_that_protect_it(client: Client, method: str, target: str) -> None:
    headers = client.ask(method, target).headers
    rules = dict(rule.partition(" ")[::2] for rule in headers["Content-Security-Policy"].split("; "))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == rules["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert set(rules.get("connect-src", "'self'").split()) == {"'self'"}
    assert all(each.startswith("'sha256-") for each in rules.get("script-src", "").split())
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cross-Origin-Opener-Policy"] == headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Server" not in headers
    assert "Set-Cookie" not in headers
