#!/usr/bin/env python3
"""Where the time of a run of the tests goes.

    times.py watch PID FILE    until it is told to end (SIGTERM), looks at the processes below PID, then writes to FILE
                               the processor time that the tests of each module and what they start have taken
    times.py show FILE LOG SECONDS
                               prints it, beside the wall time of each module, which Maven has written to LOG, and of all

A process counts for the module in whose directory the JVM of its tests runs.
"""
import os
import re
import signal
import sys
import time

PERIOD = 0.5
TICKS = os.sysconf("SC_CLK_TCK")
MAVEN = "Maven: compiles, checks and packages"
SERVERS = "servers that all tests share"


class Process:
    """What is known of one: its own time, and that of those that it has waited for."""

    def __init__(self, start):
        self.start, self.parent, self.seconds, self.owner = start, 0, 0.0, None


def look(processes):
    """Updates what is known of each process of this machine; returns the ids of those that are there."""
    there = set()
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        known = processes.get(int(name))
        if known is None or known.start != fields[19]:
            known = processes[int(name)] = Process(fields[19])
        known.parent = int(fields[1])
        known.seconds = sum(int(field) for field in fields[11:15]) / TICKS
        there.add(int(name))
    return there


def own(pid):
    """Whose a process is by what it runs: of the tests of a module, or of Maven."""
    try:
        with open(f"/proc/{pid}/cmdline") as file:
            command = file.read()
        if "surefirebooter" in command:
            return os.path.relpath(os.readlink(f"/proc/{pid}/cwd"))
        return MAVEN if "plexus.classworlds" in command else None
    except OSError:
        return None


def owner(pid, top, processes):
    """Whose a process is; None if it is not below the top one."""
    process = processes.get(pid)
    if process is None:
        return None
    if pid == top:
        return SERVERS
    # A shell may still become Maven, and Maven's child a JVM of tests.
    if process.owner in (None, MAVEN, SERVERS):
        above = owner(process.parent, top, processes)
        process.owner = above and (own(pid) or process.owner or above)
    return process.owner


def depth(pid, processes):
    """How many of these stand above a process."""
    return 1 + depth(processes[pid].parent, processes) if pid in processes else 0


def watch(top, file):
    processes, sums, ended = {}, {}, []
    signal.signal(signal.SIGTERM, lambda *_: ended.append(True))

    def add(name, seconds):
        sums[name] = sums.get(name, 0) + seconds

    look(processes)
    add(SERVERS, -processes[top].seconds)
    while not ended:
        there = look(processes)
        for pid in there:
            owner(pid, top, processes)
        gone = {pid: processes.pop(pid) for pid in processes.keys() - there}
        for pid in sorted(gone, key=lambda pid: -depth(pid, gone)):
            process = gone[pid]
            parent = gone.get(process.parent)
            if parent:
                # Both have ended since, so what is known of the parent is from before it waited for this one.
                if parent.owner == process.owner:
                    parent.seconds += process.seconds
                elif process.owner:
                    add(process.owner, process.seconds)
                continue
            above = owner(process.parent, top, processes)
            if process.owner and process.owner != above:
                add(process.owner, process.seconds)
                # Who has waited for it has its time, too; nobody has for what had outlived its parent.
                if above:
                    add(above, -process.seconds)
        time.sleep(PERIOD)
    for pid, process in processes.items():
        name = owner(pid, top, processes)
        if name:
            add(name, process.seconds)
    with open(file, "w") as out:
        for name, seconds in sums.items():
            out.write(f"{seconds:.1f}\t{name}\n")


def walls(log):
    """The wall time of each module, by Maven's own summary, in seconds."""
    found = {}
    units = {"s": 1, "min": 60, "h": 3600}
    for name, value, unit in re.findall(r"Windlass: (\S+) \.* SUCCESS \[ *([\d.:]+) (s|min|h)\]", log):
        whole, _, part = value.partition(":")
        found[name] = float(whole) * units[unit] + (float(part) * units[unit] / 60 if part else 0)
    return found


def show(file, log, seconds_in_all):
    with open(file) as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines]
    processor = {name: float(seconds) for seconds, name in rows}
    with open(log, errors="replace") as text:
        wall = walls(text.read())
    used = {}
    for directory, seconds in processor.items():
        if directory not in (MAVEN, SERVERS):
            base = os.path.basename(directory)
            used[next((name for name in wall if f"-{name}".endswith(f"-{base}")), base)] = seconds
    print("Processor time of tests and what they start, and wall time, by module:")
    for name in sorted(wall.keys() | used.keys(), key=lambda name: -used.get(name, 0)):
        if used.get(name, 0) >= 1 or wall.get(name, 0) >= 5:
            print(f"  {used.get(name, 0):7.0f} s  {wall.get(name, 0):7.0f} s  {name}")
    for name in (MAVEN, SERVERS):
        print(f"  {processor.get(name, 0):7.0f} s             {name}")
    print(f"  {sum(processor.values()):7.0f} s  {seconds_in_all:7.0f} s  in all")


if __name__ == "__main__":
    if sys.argv[1] == "watch":
        watch(int(sys.argv[2]), sys.argv[3])
    else:
        show(sys.argv[2], sys.argv[3], float(sys.argv[4]))
