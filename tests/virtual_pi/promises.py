"""What a card promises at its first power-on, as commands that fail where it is not so."""

from typing import Final

KEY: Final = "/etc/underfelt/desk-key.pem"
TABLE_KEY: Final = "/var/lib/underfelt/*/table.key"
PROMISES: Final = {
    "failed units": "systemctl --failed --no-legend --plain",
    "the root is only read": "! touch /usr/x 2>/dev/null && findmnt -no OPTIONS / | grep -w ro",
    "the record has a partition": "findmnt -no PARTLABEL,SIZE /var/lib/underfelt | grep record",
    "messages in memory": "! ls /var/log/journal/* 2>/dev/null && ls -d /run/log/journal/*",
    "this machine's own identity": "test -s /etc/machine-id && cat /etc/machine-id /etc/hostname",
    "this desk's own key": f"test -s {KEY} && stat -c '%U:%G %a' {KEY}",
    "this table's own key": f"ls -l {TABLE_KEY}",
    "nobody waits for a log-in": "! systemctl -q is-active ssh && passwd -S root | grep ' L '",
    "watchdog": "systemctl show -P RuntimeWatchdogUSec",
    "clock": "systemctl is-active table-clock.timer && date +%F",
    "boot": "systemd-analyze | head -n 1",
    "memory": "free -m | sed -n 2p",
}
