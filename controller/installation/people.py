"""The first people and keys of a table that has just started."""

import grp
import os
from pathlib import Path

from controller.installation.places import Places
from controller.installation.questions import PIN_VARIABLE, FirstTechnician
from controller.installation.shell import Words, attempt, last_line, run


def add_technician(person: FirstTechnician, places: Places) -> str:
    """Let the first technician log in; one who may already is left alone."""
    words: Words = [places.current / "bin" / "underfelt", "staff", "add", person.name]
    emergency: Words = [
        "--role",
        "technician",
        "--by",
        "root",
        "--emergency",
        "--table",
        places.table,
    ]
    done = attempt([*words, *emergency], {PIN_VARIABLE: person.pin})
    if done.returncode and "already" in done.stderr:
        return f"{person.name} may log in already"
    if done.returncode:
        return f"{person.name} was not added: {last_line(done).removeprefix('error: ')}"
    return done.stdout.strip()


def make_certificate(name: str, places: Places) -> str:
    """A certificate of the desk for the name others call this machine by; one there is stays."""
    certificate = places.settings / "desk-certificate.pem"
    if certificate.exists():
        return f"{certificate} is there already"
    command: Words = [places.current / "bin" / "underfelt", "desk", "certificate"]
    told = run([*command, "--table", places.table, "--name", name], "see what it says")
    for file in ("desk-certificate.pem", "desk-key.pem"):
        _give_to_desk(places.settings / file)
    return told.strip()


def _give_to_desk(file: Path) -> None:
    os.chown(file, 0, grp.getgrnam("underfelt").gr_gid)
    file.chmod(0o640)
