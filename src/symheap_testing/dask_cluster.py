"""A Dask cluster of this machine, over TLS with certificates made for it: a scheduler and two workers."""

from __future__ import annotations

import contextlib
import datetime
import ipaddress
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from symheap_testing.kills import children

_START_SECONDS: Final = 300
_DAY: Final = datetime.timedelta(days=1)


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])


def _certificate(
    name: str, public: ec.EllipticCurvePublicKey, issuer: str, key: ec.EllipticCurvePrivateKey
) -> x509.Certificate:
    now = datetime.datetime.now(datetime.UTC)
    address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    builder = x509.CertificateBuilder(_named(issuer), _named(name), public, x509.random_serial_number())
    builder = builder.not_valid_before(now - _DAY).not_valid_after(now + _DAY)
    builder = builder.add_extension(x509.BasicConstraints(ca=name == issuer, path_length=None), critical=True)
    return builder.add_extension(address, critical=False).sign(key, hashes.SHA256())


def certificates(folder: Path, authority: str = "test-ca") -> dict[str, str]:
    """Write an authority and a certificate by it; return the variables that tell Dask to use them for every role."""
    ca, own = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    pem = serialization.Encoding.PEM
    folder.mkdir(parents=True)
    (folder / "ca.pem").write_bytes(_certificate(authority, ca.public_key(), authority, ca).public_bytes(pem))
    (folder / "own.pem").write_bytes(_certificate("node", own.public_key(), authority, ca).public_bytes(pem))
    plain = serialization.NoEncryption()
    (folder / "own.key").write_bytes(own.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))
    (folder / "own.key").chmod(0o600)
    variables = {"DASK_DISTRIBUTED__COMM__TLS__CA_FILE": str(folder / "ca.pem")}
    for role in ("CLIENT", "SCHEDULER", "WORKER"):
        variables[f"DASK_DISTRIBUTED__COMM__TLS__{role}__CERT"] = str(folder / "own.pem")
        variables[f"DASK_DISTRIBUTED__COMM__TLS__{role}__KEY"] = str(folder / "own.key")
    return variables


@dataclass(frozen=True)
class DaskCluster:
    """A running cluster.  `environment` has its certificates, and `cache` is that of the workers."""

    address: str
    environment: dict[str, str]
    scheduler: subprocess.Popen[bytes]
    nannies: tuple[subprocess.Popen[bytes], ...]
    cache: Path

    def workers(self) -> list[int]:
        """Return the worker processes, which are started again when they end."""
        return [each for nanny in self.nannies for each in children(nanny.pid) if not _is_tracker(each)]

    def kill_worker(self, number: int) -> bool:
        """Kill one of the worker processes; return whether there was one."""
        workers = self.workers()
        with contextlib.suppress(ProcessLookupError):
            if workers:
                os.kill(workers[number % len(workers)], signal.SIGKILL)
                return True
        return False


def _is_tracker(process: int) -> bool:
    """Whether a process below a nanny is not a worker, but belongs to `multiprocessing`."""
    try:
        return b"resource_tracker" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return True


def _started(command: list[str], environment: dict[str, str], folder: Path) -> subprocess.Popen[bytes]:
    with (folder / "log").open("ab") as log:
        return subprocess.Popen([sys.executable, "-m", "dask", *command], env=environment, cwd=folder, stderr=log)


def _ended(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextlib.contextmanager
def dask_cluster(folder: Path, workers: int = 2) -> Iterator[DaskCluster]:
    """Start a scheduler and workers, in folders that hold none of the files of a run."""
    cache, variables = folder / "cache", certificates(folder / "certificates")
    environment = {**os.environ, **variables, "SYMHEAP_CACHE": str(cache), "PATH": "/usr/bin:/bin"}
    environment.pop("JAVA_HOME", None)
    file = folder / "scheduler.json"
    with contextlib.ExitStack() as stack:
        command = ["scheduler", "--host", "tls://127.0.0.1", "--port", "0", "--no-dashboard"]
        scheduler = _started([*command, "--scheduler-file", str(file)], environment, folder)
        stack.callback(_ended, scheduler)
        nannies = []
        for number in range(workers):
            own = folder / f"worker{number}"
            own.mkdir()
            options = ["--nthreads", "1", "--no-dashboard", "--local-directory", str(own), "--death-timeout", "60"]
            nannies.append(_started(["worker", "--scheduler-file", str(file), *options], environment, own))
            stack.callback(_ended, nannies[-1])
        until = time.monotonic() + _START_SECONDS
        logs = [folder / f"worker{number}" / "log" for number in range(workers)]
        while not all("Registered to" in each.read_text() for each in logs):
            assert time.monotonic() < until, (folder / "log").read_text()
            time.sleep(0.1)
        yield DaskCluster(json.loads(file.read_text())["address"], variables, scheduler, tuple(nannies), cache)
