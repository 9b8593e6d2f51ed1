"""A certificate that a table makes for itself, and the secret it proves; nothing else here."""

import ipaddress
import os
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

# Browsers refuse certificates that hold for longer.
LONGEST_DAYS: Final = 397


class MadeCertificate(NamedTuple):
    """Both files as bytes, and the fingerprint a person compares in a browser."""

    certificate: bytes
    private_key: bytes
    fingerprint: str


def make_certificate(table: str, names: Iterable[str], days: int) -> MadeCertificate:
    """A key of its own and a certificate for these names, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"underfelt {table}"[:64])])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=min(days, LONGEST_DAYS)))
        .add_extension(x509.SubjectAlternativeName([_name(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    public = made.public_bytes(serialization.Encoding.PEM)
    return MadeCertificate(public, secret, fingerprint_of(public))


def fingerprint_of(certificate: bytes) -> str:
    """What a person compares in a browser; ValueError where it is no certificate."""
    known = x509.load_pem_x509_certificate(certificate).fingerprint(hashes.SHA256())
    return known.hex(":").upper()


def last_day(certificate: bytes) -> datetime:
    """Until when a certificate holds; ValueError where it is none."""
    return x509.load_pem_x509_certificate(certificate).not_valid_after_utc


def write_secret(file: Path, content: bytes) -> None:
    """Write a file that only its owner and group read, and never over another one."""
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o640)
    with os.fdopen(descriptor, "wb") as out:
        out.write(content)


def _name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
