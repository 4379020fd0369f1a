"""Which addresses of a scheduler are accepted.

Law: whoever can connect to a scheduler or a worker of Dask can have any code executed there, and in the clients that
read results, since messages are pickled.  So everything but this machine itself requires TLS with certificates on both
sides: Dask checks that of the other side against the given authority in both directions.
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from distributed import Security

_TLS: Final = "tls"
_PLAIN: Final = ("", "tcp")
_FILES: Final = {
    "tls_ca_file": "DASK_DISTRIBUTED__COMM__TLS__CA_FILE",
    "tls_client_cert": "DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT",
}
"""The attributes of `Security` that a client needs, and the variables that set them.  A key may be in the file of its
certificate."""


class ClusterError(Exception):
    """A cluster that cannot be used: one line with the reason."""


def check_address(address: str) -> None:
    """Raise `ClusterError` for an address without TLS that is not on this machine."""
    try:
        scheme, at, host, port = _parts(address)
    except ValueError:
        raise ClusterError(f"{address} is no address of a scheduler, such as tls://host:8786") from None
    if not host or port is None or scheme not in (_TLS, *_PLAIN):
        raise ClusterError(f"{address} is no address of a scheduler, such as tls://host:8786")
    if scheme != _TLS and not is_loopback(host):
        raise ClusterError(
            f"{address} is on another machine, where only tls:// is used: who can connect to a cluster without "
            f"certificates can run any code there and here; use tls://{at} (docs/scale.md)"
        )


def _parts(address: str) -> tuple[str, str, str | None, int | None]:
    scheme, separator, rest = address.rpartition("://")
    split = urlsplit(f"//{rest}")
    if (separator and not scheme) or split.path or split.query or split.username is not None:
        raise ValueError
    return scheme, rest, split.hostname, split.port


def is_loopback(host: str) -> bool:
    """Whether a name or an address can only mean this machine.  Other names are not looked up."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def security_for(address: str) -> Security | None:
    """Return the certificates for an address with TLS, as Dask is configured; None for one without."""
    if not address.startswith(f"{_TLS}://"):
        return None
    from distributed import Security

    security = Security(require_encryption=True)
    for attribute, variable in _FILES.items():
        if not getattr(security, attribute):
            raise ClusterError(f"{address} needs certificates: set {variable}, or Dask's configuration (docs/scale.md)")
    return security
