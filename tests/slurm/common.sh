# What start.sh and stop.sh share: where things are, and which daemons are ours.
STATE=/run/gaussmech-slurm
CONF=/etc/slurm/slurm.conf
MARK="# Written by tests/slurm/start.sh of gaussmech; stop.sh removes it."

ours() { [ "$(head -n 1 "$CONF")" = "$MARK" ]; }

# The process of a daemon that was started here; fails where there is none.
pid_of() {
    local pid
    pid=$(cat "$STATE/$1.pid" 2>/dev/null) && [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = "$1" ] &&
        echo "$pid"
}
