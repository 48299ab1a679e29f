#!/usr/bin/env python3
"""Loads moa and its yardsticks in turns with wrk and prints a table for baseline.md.

usage: compare.py MOA_BINARY [--rounds 5] [--seconds 3] [--connections 64]

Needs wrk, nginx and go; whatever is missing is named. Everything started here is stopped here.
Absolute numbers mean little on a shared machine: quote the ratios of one run. CPU is user plus
system time of the server's processes, without PostgreSQL's, divided by the requests answered.
"""
import argparse
import contextlib
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TICKS = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def family(pid):
    """The process and its descendants, PostgreSQL's left out."""
    found, waiting = [], [pid]
    while waiting:
        current = waiting.pop()
        with contextlib.suppress(OSError):
            name = open(f"/proc/{current}/comm").read()
            if "postgres" in name:
                continue
            found.append(current)
            for task in os.listdir(f"/proc/{current}/task"):
                children = open(f"/proc/{current}/task/{task}/children").read().split()
                waiting += [int(child) for child in children]
    return set(found)


def cpu_seconds(pid):
    total = 0
    for member in family(pid):
        with contextlib.suppress(OSError):
            fields = open(f"/proc/{member}/stat").read().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
    return total / TICKS


def microseconds(text):
    number, unit = re.match(r"([\d.]+)(us|ms|s)", text).groups()
    return float(number) * {"us": 1, "ms": 1e3, "s": 1e6}[unit]


def load(pid, url, options):
    before = cpu_seconds(pid)
    command = ["wrk", "-t1", f"-c{options.connections}", f"-d{options.seconds}s", "--latency", url]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    spent = cpu_seconds(pid) - before
    requests = int(re.search(r"(\d+) requests in", out)[1])
    bad = sum(int(n) for n in re.findall(r"Non-2xx or 3xx responses: (\d+)", out))
    bad += sum(int(n) for n in re.findall(r"(?:connect|read|write|timeout) (\d+)", out))
    return {
        "rps": float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1]),
        "p99": microseconds(re.search(r"99%\s+(\S+)", out)[1]),
        "cpu": spent * 1e6 / max(requests, 1),
        "bad": bad,
    }


def start(stack, command, ready=None):
    """Starts a server, waits for its line when it prints one, and returns (pid, line)."""
    process = subprocess.Popen(command, text=True, start_new_session=True,
                               stdout=subprocess.PIPE if ready else subprocess.DEVNULL)

    def stop():
        process.send_signal(signal.SIGTERM)
        process.wait(40)

    stack.callback(stop)
    line = process.stdout.readline() if ready else ""
    if ready and ready not in line:
        sys.exit(f"{command[0]} did not start: {line!r}")
    return process.pid, line


def wait_for(port):
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    sys.exit(f"nothing listens on port {port}")


def start_moa(stack, binary, folder):
    command = [binary, "serve", "--port", "0", "--data-dir", f"{folder}/moa",
               "--log-level", "warning", "--drain-delay", "0"]
    pid, line = start(stack, command, "listening on")
    return "moa", pid, line.split()[-1] + "/livez"


def start_nginx(stack, folder):
    port = free_port()
    text = open(f"{HERE}/peers/nginx.conf").read()
    open(f"{folder}/nginx.conf", "w").write(
        text.replace("@DIR@", folder).replace("@PORT@", str(port)))
    pid, _ = start(stack, ["nginx", "-c", f"{folder}/nginx.conf"])
    wait_for(port)
    return "nginx", pid, f"http://127.0.0.1:{port}/livez"


def start_go(stack, folder):
    port = free_port()
    environment = dict(os.environ, GO111MODULE="off", GOFLAGS="", GOCACHE=f"{folder}/cache")
    build = ["go", "build", "-o", f"{folder}/peer", f"{HERE}/peers/main.go"]
    subprocess.run(build, env=environment, check=True)
    pid, _ = start(stack, [f"{folder}/peer", f"127.0.0.1:{port}"])
    wait_for(port)
    return "go net/http", pid, f"http://127.0.0.1:{port}/livez"


def measure(options):
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="moa-bench-"))
        os.chmod(folder, 0o755)
        servers = [start_moa(stack, options.binary, folder), start_nginx(stack, folder),
                   start_go(stack, folder)]
        runs = {name: [] for name, _, _ in servers}
        for _ in range(options.rounds):
            for name, pid, url in servers:
                runs[name].append(load(pid, url, options))
        report(runs)


def report(runs):
    medians = {name: {key: statistics.median(run[key] for run in rounds) for key in rounds[0]}
               for name, rounds in runs.items()}
    ours = medians["moa"]
    print("| server | req/s | p99 us | CPU us/req | errors | moa's req/s : its | moa's CPU : its |")
    print("|---|---|---|---|---|---|---|")
    for name, row in medians.items():
        errors = sum(run["bad"] for run in runs[name])
        print(f"| {name} | {row['rps']:.0f} | {row['p99']:.0f} | {row['cpu']:.2f} | {errors} "
              f"| {ours['rps'] / row['rps']:.2f} | {ours['cpu'] / max(row['cpu'], 1e-9):.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--connections", type=int, default=64)
    options = parser.parse_args()
    missing = [tool for tool in ("wrk", "nginx", "go") if not shutil.which(tool)]
    if missing:
        sys.exit(f"missing: {' '.join(missing)} (apt-get install wrk nginx-light golang-go)")
    measure(options)


if __name__ == "__main__":
    main()
