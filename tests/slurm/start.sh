#!/usr/bin/env bash
# A Slurm of one node, on loopback: munged, slurmctld and slurmd, started where they do not run.
# For root. All it writes is under /run but slurm.conf, which Slurm's programs look for in /etc.
# Exit 2: this machine has a Slurm of its own.
set -euo pipefail
. "$(dirname "$0")/common.sh"

if [ -e "$CONF" ] && ! ours; then
    echo "$CONF is not ours: this machine has a Slurm of its own" >&2
    exit 2
fi

mkdir -p "$STATE/slurmctld" "$STATE/slurmd" "${CONF%/*}"
chmod 755 "$STATE"
# No accounting, and jobs of a dead node are not run again unless they ask for it. Times are short:
# a dead node is noticed, and its jobs run again, in seconds.
cat >"$CONF" <<END
$MARK
ClusterName=gaussmech
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthInfo=socket=$STATE/munge.socket,cred_expire=5
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
MpiDefault=none
MailProg=/bin/true
AccountingStorageType=accounting_storage/none
MinJobAge=300
JobRequeue=0
ReturnToService=2
SlurmdTimeout=3
MessageTimeout=2
KillWait=2
SchedulerParameters=sched_interval=1
StateSaveLocation=$STATE/slurmctld
SlurmctldPidFile=$STATE/slurmctld.pid
SlurmctldLogFile=$STATE/slurmctld.log
SlurmdSpoolDir=$STATE/slurmd
SlurmdPidFile=$STATE/slurmd.pid
SlurmdLogFile=$STATE/slurmd.log
$(slurmd -C | head -n 1) NodeAddr=127.0.0.1
PartitionName=main Nodes=ALL Default=YES
END

if ! pid_of munged >/dev/null; then
    (umask 077 && head -c 128 /dev/urandom >"$STATE/munge.key")
    munged --force --key-file="$STATE/munge.key" --seed-file="$STATE/munge.seed" \
        --socket="$STATE/munge.socket" --pid-file="$STATE/munged.pid" --log-file="$STATE/munged.log"
fi
for daemon in slurmctld slurmd; do
    pid_of $daemon >/dev/null || $daemon
done

for _ in {1..100}; do
    state=$(sinfo --noheader --format=%T 2>&1) || true
    case $state in idle | mixed | allocated) exit 0 ;; esac
    sleep 0.2
done
echo "after 20 s the node is not up: $state" >&2
tail -n 20 "$STATE"/*.log >&2
exit 1
