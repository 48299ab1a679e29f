"""One load on one server: wrk's figures, and what the server's processes spent on it."""
import contextlib
import os
import re
import statistics
import subprocess

TICKS = os.sysconf("SC_CLK_TCK")
HERE = os.path.dirname(os.path.abspath(__file__))


def family(pid, with_database=False):
    """The process and its descendants, PostgreSQL's left out unless they are wanted."""
    found, waiting = [], [pid]
    while waiting:
        current = waiting.pop()
        with contextlib.suppress(OSError):
            name = open(f"/proc/{current}/comm").read()
            if "postgres" in name and not with_database:
                continue
            found.append(current)
            for task in os.listdir(f"/proc/{current}/task"):
                children = open(f"/proc/{current}/task/{task}/children").read().split()
                waiting += [int(child) for child in children]
    return set(found)


def cpu_seconds(pid, with_database=False):
    total = 0
    for member in family(pid, with_database):
        with contextlib.suppress(OSError):
            fields = open(f"/proc/{member}/stat").read().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
    return total / TICKS


def stolen_hundredths():
    """What the hypervisor has taken from this machine so far, in hundredths of a second of one core.

    Nothing where the system does not tell.
    """
    with contextlib.suppress(OSError, IndexError):
        return int(open("/proc/stat").readline().split()[8]) * 100 // TICKS
    return 0


def microseconds(text):
    """Reads a time of wrk's, such as 1.25ms; it writes -nan when nothing was answered."""
    time = re.match(r"([\d.]+)(us|ms|s|m)$", text)
    if time is None:
        return float("inf")
    number, unit = time.groups()
    return float(number) * {"us": 1, "ms": 1e3, "s": 1e6, "m": 60e6}[unit]


def load(pid, url, connections, seconds, pipelined=1, paths=None, pause=None, fields=(),
         with_database=False):
    """Loads `url` with one thread of wrk and returns requests/s, p50 and p99, CPU per request and errors.

    With `paths`, the lines of that file are asked for instead, in a random order; with `pause`, in
    milliseconds, each connection rests so long on average before each of its requests, which does not
    count as time of the answer. `fields` are sent with every request, such as `If-None-Match: "1"`. What
    PostgreSQL spends is counted `with_database`.

    wrk adds what it thinks it could not ask while an answer took more than twice the mean time from one
    request of a connection to its next. Without a pause that time is the mean answer, so that p99 is
    rather too high; with one it is mostly the pause, and hardly anything is added.
    """
    assert paths or not pause, "only paths are asked for with pauses"
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency"]
    command += [part for field in fields for part in ("-H", field)]
    if pipelined > 1:
        command += ["-s", f"{HERE}/pipeline.lua"]
    if paths:
        command += ["-s", f"{HERE}/paths.lua"]
    arguments = [str(pipelined)] if pipelined > 1 else [paths] if paths else []
    if pause:
        arguments.append(str(pause))
    command += [url] + (["--", *arguments] if arguments else [])
    before = cpu_seconds(pid, with_database)
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    spent = cpu_seconds(pid, with_database) - before
    requests = int(re.search(r"(\d+) requests in", out)[1])
    bad = sum(int(n) for n in re.findall(r"Non-2xx or 3xx responses: (\d+)", out))
    for failures in re.findall(r"connect (\d+), read (\d+), write (\d+), timeout (\d+)", out):
        bad += sum(int(n) for n in failures)
    return {
        "rps": float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1]),
        "p50": microseconds(re.search(r"^ +50% +(\S+)", out, re.M)[1]),
        "p99": microseconds(re.search(r"^ +99% +(\S+)", out, re.M)[1]),
        "cpu": spent * 1e6 / max(requests, 1),
        "bad": bad,
    }


def watched(run):
    """What `run` returns, with the hundredths of a second that were stolen meanwhile."""
    before = stolen_hundredths()
    row = run()
    return {**row, "stolen": stolen_hundredths() - before}


def in_turns(loads, rounds, stolen_max=None):
    """Runs every load once in each round; returns the medians by name, errors and stolen time summed.

    A load while more than `stolen_max` hundredths of a second were stolen is run again, up to four
    times; the last one counts.
    """
    runs = {name: [] for name, _ in loads}
    for _ in range(rounds):
        for name, run in loads:
            row, repeats = watched(run), 0
            while stolen_max is not None and row["stolen"] > stolen_max and repeats < 4:
                row, repeats = watched(run), repeats + 1
            runs[name].append(row)
    return {name: {key: (sum if key in ("bad", "stolen") else statistics.median)(
                       [run[key] for run in rows])
                   for key in rows[0]} for name, rows in runs.items()}
