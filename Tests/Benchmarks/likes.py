#!/usr/bin/env python3
"""Measures likes out of PostgreSQL, and prints a table.

usage: likes.py RELEASE_FOLDER [--seconds 10] [--devices 1000]

hammer  64 clients like one product and like it no more, all as the same device
hot     the same, each request as one of many devices: a product that everybody likes at once
detail  what readers of that product wait for, alone and while it is liked by 32 of the 64 clients

After each load every like is counted: how long that took is told, and whether the count is right.
"""
import argparse
import contextlib
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

from load import load, microseconds
from servers import start_moa

HERE = os.path.dirname(os.path.abspath(__file__))
CONNECTIONS = 64
PRODUCT = 207


def ask(server, method, path, token=None):
    client = http.client.HTTPConnection(server.base.split("//")[1])
    client.request(method, path, headers={"Authorization": f"Bearer {token}"} if token else {})
    answer = client.getresponse()
    body = answer.read()
    client.close()
    return answer.status, json.loads(body) if body else None


def devices(server, count, path):
    """Lets devices in, and writes their tokens into a file."""
    with open(path, "w") as file:
        for _ in range(count):
            status, device = ask(server, "POST", "/v1/devices")
            assert status == 201, status
            file.write(device["token"] + "\n")
    return path


def likes(server, tokens, seconds, connections=CONNECTIONS):
    """Requests a second and times by wrk, and answers that were no 2xx."""
    out = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", f"{HERE}/likes.lua", server.base,
         "--", tokens, f"/v1/likes/{PRODUCT}"], capture_output=True, text=True, check=True).stdout
    bad = sum(int(number) for number in re.findall(r"Non-2xx or 3xx responses: (\d+)", out))
    return {
        "rps": float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1]),
        "p50": microseconds(re.search(r"^ +50% +(\S+)", out, re.M)[1]),
        "p99": microseconds(re.search(r"^ +99% +(\S+)", out, re.M)[1]),
        "bad": bad,
    }


def counted(server, conninfo):
    """Seconds until the product has as many likes as there are rows; some requests may still be under way."""
    began = time.monotonic()
    while time.monotonic() - began < 30:
        rows = int(subprocess.run(
            ["psql", "-qtA", conninfo, "-c",
             f"select count(*) from moa.likes where product_id = {PRODUCT} and is_liked"],
            capture_output=True, text=True, check=True).stdout)
        if ask(server, "GET", f"/v1/products/{PRODUCT}")[1]["like_count"] == rows:
            return f"{rows} likes, counted after {time.monotonic() - began:.1f} s"
        time.sleep(0.02)
    return f"{rows} likes, NOT counted"


def line(name, row, note=""):
    print(f"| {name} | {row['rps']:,.0f} | {row['p50'] / 1e3:.1f} ms | {row['p99'] / 1e3:.1f} ms"
          f" | {row['bad']} | {note} |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("release")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--devices", type=int, default=1_000)
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="moa-likes-"))
        os.chmod(folder, 0o711)
        data = f"{folder}/data"
        server = start_moa(stack, f"{options.release}/moa", folder, "moa", "--demo", "--device-rate",
                           "100000/m", log=os.devnull, data=data)
        conninfo = f"host={data}/postgresql/server/socket user=moa dbname=moa"
        one = devices(server, 1, f"{folder}/one")
        many = devices(server, options.devices, f"{folder}/many")
        print("| | req/s | p50 | p99 | no 2xx | |\n|---|---|---|---|---|---|")
        line("hammer, one device", likes(server, one, options.seconds), counted(server, conninfo))
        line(f"hot, {options.devices} devices", likes(server, many, options.seconds),
             counted(server, conninfo))
        url = f"{server.base}/v1/products/{PRODUCT}"
        half = CONNECTIONS // 2
        line("detail, alone", load(server.pid, url, half, options.seconds))
        liking = threading.Thread(target=likes, args=(server, many, options.seconds + 2, half))
        liking.start()
        time.sleep(1)
        line("detail, while it is liked", load(server.pid, url, half, options.seconds))
        liking.join()
        print(counted(server, conninfo), file=sys.stderr)


if __name__ == "__main__":
    main()
