"""A desk for other machines: its certificate is made, and browsers speak https to it."""

import ssl
from urllib.request import urlopen

from tests.system.processes import TableOnTrial, until


def test_a_desk_with_its_own_certificate_is_spoken_to_in_secret(table: TableOnTrial) -> None:
    made = table.ask("desk", "certificate", "--table", str(table.file), "--name", "127.0.0.1")
    assert (made.returncode, "fingerprint" in made.stdout) == (0, True), made.stderr
    certificate, secret = table.folder / "desk-certificate.pem", table.folder / "desk-key.pem"
    assert secret.stat().st_mode & 0o007 == 0
    again = table.ask("desk", "certificate", "--table", str(table.file))
    assert (again.returncode, "move an old one away" in again.stderr) == (2, True)
    given = f'certificate = "{certificate.name}"\nprivate_key = "{secret.name}"\n'
    table.edit("[desk]\n", f"[desk]\n{given}")
    desk = table.start_part("desk", "--verbose")
    until(lambda: "desk on https://" in desk.errors, "the desk")
    trust = ssl.create_default_context(cafile=str(certificate))
    with urlopen(f"https://127.0.0.1:{table.desk_port}/log-in", context=trust) as answer:
        assert answer.status == 200


def test_no_secret_is_written_among_the_shipped_tables(table: TableOnTrial) -> None:
    made = table.ask("desk", "certificate", "--table", "fortune")
    assert (made.returncode, "make one of your own by underfelt init-table" in made.stderr) == (
        2,
        True,
    ), made


def test_a_desk_whose_key_is_another_says_what_to_do(table: TableOnTrial) -> None:
    table.edit("[desk]\n", '[desk]\ncertificate = "a.pem"\nprivate_key = "b.pem"\n')
    desk = table.start_part("desk")
    assert desk.wait() == 2
    assert "make both by underfelt desk certificate" in desk.errors
    assert "Traceback" not in desk.errors
