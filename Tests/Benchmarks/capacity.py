#!/usr/bin/env python3
"""Measures what an operator has to plan for: processor time by kind of request, memory by connection,
and room on the disk by product.

usage: capacity.py MOA [--products 100000] [--seconds 5] [--connections 4000]

One worker with its private PostgreSQL. Requests a second and core are what one core answers that does
the work of both, moa's and PostgreSQL's: 1 / (its CPU + its database's CPU).
"""
import argparse
import contextlib
import glob
import json
import os
import random
import re
import socket
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request

from load import TICKS, load
from servers import start_moa

CONNECTIONS = 32


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("moa")
    parser.add_argument("--products", type=int, default=100_000)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--connections", type=int, default=4_000)
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        os.chmod(folder, 0o755)
        data = f"{folder}/data"
        server = start_moa(stack, options.moa, folder, "moa", "--demo", "--workers", "1",
                           "--connections-per-address", "20000", "--trending", "false",
                           data=data)
        small = database_bytes(data)
        subprocess.run([options.moa, "demo", "--products", str(options.products), "--data-dir", data],
                       check=True, stdout=subprocess.DEVNULL)
        # So that autovacuum has nothing to do while requests are measured.
        subprocess.run([*psql(data), "vacuum analyze"], check=True, stdout=subprocess.DEVNULL)
        time.sleep(10)
        large = database_bytes(data)
        requests(server, folder, data, options)
        memory(server, options.connections)
        print(f"\nA database of {options.products:,} products takes {large / 1e6:,.0f} MB, the demo shop "
              f"{small / 1e6:,.0f} MB: {(large - small) / options.products * 1e6 / 1e9:.1f} GB for each "
              "million, without their pictures.")


def get(server, path):
    with urllib.request.urlopen(server.base + path) as answer:
        return json.load(answer)


def requests(server, folder, data, options):
    cells = get(server, "/v1/products?limit=100")["items"]
    ids = random.Random(7).sample(range(1, options.products), 2_000)
    cursors, path = [], "/v1/products?limit=20"
    for _ in range(300):
        page = get(server, path)
        if not page["page"].get("next_cursor"):
            break
        cursors.append(path)
        path = "/v1/products?limit=20&cursor=" + urllib.parse.quote(page["page"]["next_cursor"])
    images = sorted({url for url in re.findall(r"/images/[\w./-]+", json.dumps(cells))})
    words = sorted({word for cell in cells for word in cell["title"].split() if len(word) > 1})
    kinds = {
        "`/livez`": ["/livez"],
        "a page of 20 cells": cursors,
        "a page of 20 tiles": [f"{path}&variant=tile" for path in cursors],
        "a product": [f"/v1/products/{number}" for number in ids],
        "the home screen": ["/v1/screens/home"],
        "a search": ["/v1/search?q=" + urllib.parse.quote(word) for word in words],
        "a picture": images,
    }
    print("| | moa's CPU | PostgreSQL's CPU | requests a second and core |\n|---|---|---|---|")
    for name, paths in kinds.items():
        assert paths, name
        file = f"{folder}/paths"
        with open(file, "w") as lines:
            lines.write("\n".join(paths) + "\n")
        before = postgres_seconds(data)
        row = load(server.pid, server.base + "/", CONNECTIONS, options.seconds, paths=file)
        spent = postgres_seconds(data) - before
        assert row["bad"] == 0, f"{name}: {row['bad']} requests failed"
        database = spent * 1e6 / (row["rps"] * options.seconds)
        print(f"| {name} | {row['cpu']:.0f} us | {database:.0f} us"
              f" | {1e6 / (row['cpu'] + database):,.0f} |")


def postgres_seconds(data):
    """What the processes of the private PostgreSQL have taken, with those that have ended."""
    postmaster = int(open(f"{data}/postgresql/server/data/postmaster.pid").readline())
    total = 0
    for process in [postmaster, *children(postmaster, "postgres")]:
        with contextlib.suppress(OSError):
            fields = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()
            # Its own, and of the postmaster what its ended children took.
            total += sum(int(field) for field in fields[11:15 if process == postmaster else 13])
    return total / TICKS


def children(pid, name):
    """Of all its threads."""
    found = [int(child) for path in glob.glob(f"/proc/{pid}/task/*/children")
             for child in open(path).read().split()]
    return [child for child in found if open(f"/proc/{child}/comm").read().strip() == name]


def memory(server, count):
    """Of a worker, by each connection that has asked once and is idle."""
    address = urllib.parse.urlsplit(server.base)
    before = worker_bytes(server.pid)
    kept = []
    for _ in range(count):
        client = socket.create_connection((address.hostname, address.port))
        client.sendall(b"GET /v1/products?limit=20 HTTP/1.1\r\nHost: x\r\n\r\n")
        kept.append(client)
        client.recv(65_536)
    time.sleep(3)
    after = worker_bytes(server.pid)
    print(f"\n{count:,} idle connections take {(after - before) / 1e6:.1f} MB of the worker: "
          f"{(after - before) / count:,.0f} bytes each. A worker without any has {before / 1e6:.0f} MB.")
    for client in kept:
        client.close()


def worker_bytes(pid):
    """Resident memory of the largest worker."""
    return max(int(open(f"/proc/{child}/statm").read().split()[1]) * os.sysconf("SC_PAGESIZE")
               for child in children(pid, "moa"))


def database_bytes(data):
    out = subprocess.run([*psql(data), "select pg_database_size('moa')"], capture_output=True, text=True,
                         check=True)
    return int(out.stdout)


def psql(data):
    return ["psql", "-h", f"{data}/postgresql/server/socket", "-U", "moa", "moa", "-Atc"]


main()
