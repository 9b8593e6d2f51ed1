"""A new card's desk: closed to others, then open by TLS and key once somebody may log in."""

from typing import Final

from tests.virtual_pi.switched import PATIENCE_S, Shell

# An address of the machine that is not loopback, so that it comes to its desk as another one does.
ADDRESS: Final = "192.168.7.1"
OTHERS: Final = r"ss -Hltn | awk '{print $4}' | grep -vE '^(127\.|\[::1\])'"
GIVEN: Final = "/run/given"
KNOCK: Final = f"""
import http.client, re, socket, ssl, sys
key = re.search('^key = "(.*)"$', open("/etc/underfelt/table.toml").read(), re.M)[1]
def status(path):
    door = http.client.HTTPSConnection("{ADDRESS}", 8400, context=ssl._create_unverified_context())
    door.request("GET", path, headers={{"Host": socket.gethostname() + ".local"}})
    return door.getresponse().status
print(status("/log-in"), status("/log-in?door=" + key))
"""


def must_be_closed(shell: Shell) -> None:
    """Nothing listens to other machines."""
    shell.must(f"! {OTHERS}", PATIENCE_S)


def open_by_technician(shell: Shell) -> str:
    """Name a technician as a card does, and come to the desk without and with its key."""
    shell.must(f"mkdir -p {GIVEN} && mount -t tmpfs tmpfs {GIVEN}", PATIENCE_S)
    shell.write(f"{GIVEN}/technician.txt", b"Ada Reed\n736251\n", PATIENCE_S)
    shell.must(f"/usr/lib/underfelt-image/settings {GIVEN}", PATIENCE_S)
    shell.until("ss -Hltn | grep -q '0.0.0.0:8400 '", PATIENCE_S)
    shell.must(f"ip address replace {ADDRESS}/24 dev lo", PATIENCE_S)
    shell.write("/run/knock.py", KNOCK.encode(), PATIENCE_S)
    knocked = shell.must("/opt/underfelt/bin/python /run/knock.py", PATIENCE_S).split()
    shell.must(f"umount {GIVEN} && ip address del {ADDRESS}/24 dev lo", PATIENCE_S)
    assert knocked == ["403", "303"], knocked
    return "a phone without the key is refused (403), with it let in (303)"
