#!/usr/bin/env python3
"""Loads moa and its yardsticks in turns with wrk and prints tables.

usage: compare.py MOA_BINARY ENGINE_BINARY [--rounds 5] [--seconds 3] [--only livez,fixed,...]
                  [--without-hummingbird]

Needs wrk, nginx and go; whatever is missing is named. Everything started here is stopped here.
Absolute numbers mean little on a shared machine: quote the ratios of one run. CPU is user plus
system time of the server's processes, without PostgreSQL's, divided by the requests answered.
"""
import argparse
import contextlib
import os
import shutil
import sys
import tempfile

from load import in_turns, load
from servers import start_engine, start_go, start_hummingbird, start_moa, start_nginx

FIXED_BYTES = 8192
CONNECTIONS = 64


def table(title, medians, ours):
    """Every row with our ratios to it: `ours` divided by the row."""
    print(f"\n### {title}\n")
    print(f"| server | req/s | p99 us | CPU us/req | errors | {ours}'s req/s : its "
          f"| {ours}'s CPU : its |")
    print("|---|---|---|---|---|---|---|")
    for name, row in medians.items():
        print(f"| {name} | {row['rps']:.0f} | {row['p99']:.0f} | {row['cpu']:.2f} | {row['bad']} "
              f"| {medians[ours]['rps'] / row['rps']:.2f} "
              f"| {medians[ours]['cpu'] / max(row['cpu'], 1e-9):.2f} |")


def run_of(server, path, options, connections=CONNECTIONS, pipelined=1):
    return lambda: load(server.pid, server.base + path, connections, options.seconds, pipelined)


def livez(stack, folder, options):
    """A small answer through the whole application, log off."""
    servers = [start_moa(stack, options.moa, folder, "moa, one worker", "--workers", "1"),
               start_moa(stack, options.moa, folder, "moa, a worker per core"),
               start_nginx(stack, folder, FIXED_BYTES), start_go(stack, folder)]
    if not options.without_hummingbird:
        servers.append(start_hummingbird(stack))
    loads = [(server.name, run_of(server, "/livez", options)) for server in servers]
    table("A small answer: `/livez`, 64 connections", in_turns(loads, options.rounds),
          "moa, one worker")


def fixed(stack, folder, options):
    """8 KiB from memory, by the engine alone, next to nginx's static file."""
    engine = start_engine(stack, options.engine)
    nginx = start_nginx(stack, folder, FIXED_BYTES)
    loads = [(server.name, run_of(server, "/fixed8k", options)) for server in (engine, nginx)]
    table("8 KiB: from memory, and nginx's static file", in_turns(loads, options.rounds), "engine")


def pipelined(stack, folder, options):
    moa = start_moa(stack, options.moa, folder, "moa", "--workers", "1")
    loads = [("16 requests in a write", run_of(moa, "/livez", options, pipelined=16)),
             ("one", run_of(moa, "/livez", options))]
    table("`/livez` pipelined", in_turns(loads, options.rounds), "16 requests in a write")


def connections(stack, folder, options):
    """The loader's own cost grows with the connections, so nginx's part in it is shown as well."""
    moa = start_moa(stack, options.moa, folder, "moa", "--workers", "1")
    nginx = start_nginx(stack, folder, FIXED_BYTES)
    loads = [(f"{server.name}, {count}", run_of(server, "/livez", options, connections=count))
             for count in (1, 8, 64, 512, 4096) for server in (moa, nginx)]
    medians = in_turns(loads, options.rounds)
    table("`/livez` over more connections", medians, "moa, 64")
    for server in (moa, nginx):
        most, usual = medians[f"{server.name}, 4096"], medians[f"{server.name}, 64"]
        print(f"\n{server.name}: req/s with 4096 connections : with 64 = "
              f"{most['rps'] / usual['rps']:.2f}")


def log(stack, folder, options):
    silent = start_moa(stack, options.moa, folder, "log off", "--workers", "1")
    loud = start_moa(stack, options.moa, folder, "log on", "--workers", "1",
                     log=f"{folder}/log.jsonl")
    loads = [(server.name, run_of(server, "/livez", options)) for server in (loud, silent)]
    table("`/livez` with the access log", in_turns(loads, options.rounds), "log on")


WORKS = {work.__name__: work for work in (livez, fixed, pipelined, connections, log)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("moa")
    parser.add_argument("engine")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--only", default=",".join(WORKS))
    parser.add_argument("--without-hummingbird", action="store_true")
    options = parser.parse_args()
    missing = [tool for tool in ("wrk", "nginx", "go") if not shutil.which(tool)]
    if missing:
        sys.exit(f"missing: {' '.join(missing)} (apt-get install wrk nginx-light golang-go)")
    for name in options.only.split(","):
        with contextlib.ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="moa-bench-"))
            os.chmod(folder, 0o755)
            WORKS[name](stack, folder, options)


if __name__ == "__main__":
    main()
