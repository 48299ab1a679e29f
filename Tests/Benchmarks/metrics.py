#!/usr/bin/env python3
"""Measures what counting costs: the same server without and with metrics, in turns.

usage: metrics.py MOA [--seconds 6] [--rounds 8]

Both serve with one worker. While the second is loaded nobody scrapes it; how long a scrape takes
is told at the end.
"""
import argparse
import contextlib
import os
import tempfile
import time
import urllib.request

from load import in_turns, load
from servers import free_port, start_moa

CONNECTIONS = 64
PATHS = ["/livez", "/v1/products?limit=20"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("moa")
    parser.add_argument("--seconds", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=8)
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        os.chmod(folder, 0o755)
        metrics = free_port()
        common = ["--demo", "--workers", "1"]
        servers = [
            start_moa(stack, options.moa, folder, "without", *common),
            start_moa(stack, options.moa, folder, "with", *common,
                      "--metrics-listen", f"127.0.0.1:{metrics}")]
        print("| | req/s | p99 | CPU a request |\n|---|---|---|---|")
        for path in PATHS:
            compare(servers, path, options)
        began = time.monotonic()
        text = urllib.request.urlopen(f"http://127.0.0.1:{metrics}/metrics").read()
        took = (time.monotonic() - began) * 1000
        print(f"\na scrape: {len(text) / 1000:.0f} KB in {took:.1f} ms")


def compare(servers, path, options):
    def run(server):
        return lambda: load(server.pid, server.base + path, CONNECTIONS, options.seconds)

    rows = in_turns([(server.name, run(server)) for server in servers], options.rounds)
    for name, row in rows.items():
        print(f"| `{path}`, {name} metrics | {row['rps']:,.0f} | {row['p99'] / 1000:.2f} ms"
              f" | {row['cpu']:.2f} us |")
    before, after = rows.values()
    print(f"| with : without | {after['rps'] / before['rps']:.3f} |"
          f" | {after['cpu'] / before['cpu']:.3f} |")


main()
