#!/usr/bin/env python3
"""Measures what tracing costs: the same server without a collector and with one, in turns.

usage: traces.py MOA [--seconds 6] [--rounds 8]

All serve with one worker. With a collector, of the requests none, one of a hundred, or all are sampled; the last has
more than its queue takes, which is the most that callers can cost.
"""
import argparse
import contextlib
import http.server
import os
import tempfile
import threading

from load import in_turns, load
from servers import start_moa

CONNECTIONS = 64
PATHS = ["/livez", "/v1/products?limit=20"]
RATIOS = ["0", "0.01", "1"]


class Collector(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *arguments):
        pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("moa")
    parser.add_argument("--seconds", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=8)
    options = parser.parse_args()
    collector = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=collector.serve_forever, daemon=True).start()
    endpoint = f"http://127.0.0.1:{collector.server_port}"
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        os.chmod(folder, 0o755)
        common = ["--demo", "--workers", "1"]
        servers = [start_moa(stack, options.moa, folder, "without", *common)]
        for ratio in RATIOS:
            servers.append(start_moa(
                stack, options.moa, folder, f"at {ratio}", *common, "--trace-endpoint", endpoint,
                "--trace-ratio", ratio))
        print("| | req/s | CPU a request | of that without |\n|---|---|---|---|")
        for path in PATHS:
            compare(servers, path, options)


def compare(servers, path, options):
    def run(server):
        return lambda: load(server.pid, server.base + path, CONNECTIONS, options.seconds)

    rows = in_turns([(server.name, run(server)) for server in servers], options.rounds)
    usual = rows["without"]["cpu"]
    for name, row in rows.items():
        print(f"| `{path}`, {name} | {row['rps']:,.0f} | {row['cpu']:.2f} us | {row['cpu'] / usual:.3f} |")


main()
