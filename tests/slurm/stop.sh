#!/usr/bin/env bash
# Ends the jobs and daemons of start.sh, and removes what it wrote.
set -euo pipefail
. "$(dirname "$0")/common.sh"

if [ -e "$CONF" ] && ours; then
    if pid_of slurmctld >/dev/null && pid_of slurmd >/dev/null; then
        scancel --user=root
        for _ in {1..50}; do
            [ -z "$(squeue --noheader)" ] && break
            sleep 0.2
        done
    fi
    rm "$CONF"
fi
pids=$(for daemon in slurmd slurmctld munged; do pid_of $daemon || true; done)
for pid in $pids; do kill "$pid"; done
for pid in $pids; do
    while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
done
rm -rf "$STATE"
