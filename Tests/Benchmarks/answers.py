#!/usr/bin/env python3
"""Measures answers from memory and writes, against /livez and against another program, and prints two tables.

usage: answers.py MOA [--old MOA] [--rounds 5] [--seconds 4]

The first table: requests a second of the same question again and again, 64 connections, as shares of what
`/livez` does in the same round, and the statements of 10,000 requests. The second: latency of one connection
alone, milliseconds of a write, and the processor time of one, PostgreSQL's with it, as ratios to the other
program, whose shop runs beside. One worker each, the demo shop, no log. Medians of rounds.
"""
import argparse
import contextlib
import http.client
import json
import os
import re
import statistics
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor

from load import cpu_seconds, load
from servers import free_port, start_moa

CONNECTIONS = 64
WRITES = 40
# Changes of prices whose processor time is taken: so many writers at once, so many changes each.
WRITERS, CHANGES = 8, 500
PRODUCT = 100
# The demo shop's vendor.
VENDOR = "c0ffee00-5eed-11f0-8000-0242ac120002"
PICTURE = f"{os.path.dirname(os.path.abspath(__file__))}/../../db/demo/images/product-mug-1.png"
READS = {
    "home screen": "/v1/screens/home",
    "first page of 20 tiles": "/v1/products?variant=tile",
    "first page of 20 cells": "/v1/products",
    "detail": f"/v1/products/{PRODUCT}",
}


class Shop:
    """A running moa, and what it counts."""

    def __init__(self, stack, binary, folder, name):
        metrics, data = free_port(), f"{folder}/{name}"
        self.server = start_moa(stack, binary, folder, name, "--demo", "--workers", "1", "--trending",
                                "false", "--metrics-listen", f"127.0.0.1:{metrics}", "--log-level",
                                "warning", log=f"{folder}/{name}.log", data=data)
        self.metrics = f"http://127.0.0.1:{metrics}/metrics"
        # A secret is hashed slowly for each request, so vendors' programs use a token.
        self.token = subprocess.run(
            [binary, "token", "create", "--name", "bench", "--scope", "vendor", "--vendor", VENDOR,
             "--data-dir", data], text=True, check=True, stdout=subprocess.PIPE).stdout.strip()
        self.connect()
        self.changed = []

    def connect(self):
        """A connection for what follows; the server closes an idle one."""
        self.client = self.connection()

    def connection(self):
        return http.client.HTTPConnection(self.server.base.split("//")[1])

    def ask(self, method, path, body=None, client=None, **fields):
        """Returns the members of the answer and its ETag."""
        client = client or self.client
        client.request(method, path, body, {
            "Authorization": f"Bearer {self.token}",
            **{name.replace("_", "-"): value for name, value in fields.items()}})
        answer = client.getresponse()
        text = answer.read()
        assert answer.status < 300, f"{method} {path}: {answer.status} {text[:300]}"
        return json.loads(text), answer.headers["ETag"]

    def tag(self, path):
        """The ETag that readers without credentials get."""
        with urllib.request.urlopen(self.server.base + path) as answer:
            return answer.headers["ETag"]

    def statements(self):
        """Measured statements, and validations of answers in memory, which the server counts once a second."""
        time.sleep(1.2)
        text = urllib.request.urlopen(self.metrics).read().decode()
        return sum(float(count) for count in re.findall(
            r"^moa_(?:database_statement_duration_seconds_count|http_answer_validations_total)\S* (\S+)",
            text, re.M))

    def run(self, path, seconds, connections=CONNECTIONS, fields=()):
        row = load(self.server.pid, self.server.base + path, connections, seconds, fields=fields)
        assert row["bad"] == 0, f"{path}: {row['bad']} requests failed"
        return row

    def register(self):
        """Registers a product with one picture, and returns its id and ETag."""
        params = {"title": "머그컵", "price": 12_000, "currency": "KRW", "stock": 5}
        picture = open(PICTURE, "rb").read()
        body = b"".join([
            b'--moa\r\nContent-Disposition: form-data; name="params"\r\n\r\n', json.dumps(params).encode(),
            b'\r\n--moa\r\nContent-Disposition: form-data; name="images"; filename="mug.png"\r\n'
            b'Content-Type: image/png\r\n\r\n', picture, b"\r\n--moa--\r\n"])
        product, tag = self.ask("POST", "/v1/products", body,
                                Content_Type="multipart/form-data; boundary=moa")
        return product["id"], tag

    def writes(self):
        """Milliseconds of registering a product, and of a PATCH of its price."""
        self.connect()
        registered, changed = [], []
        for _ in range(WRITES // 8):
            began = time.monotonic()
            number, tag = self.register()
            registered.append((time.monotonic() - began) * 1e3)
        for price in range(10_000, 10_000 + WRITES):
            began = time.monotonic()
            tag = self.price(number, price, tag)
            changed.append((time.monotonic() - began) * 1e3)
        return statistics.median(registered), statistics.median(changed)

    def price(self, number, price, tag, client=None):
        """Changes the price of a product, and returns its ETag."""
        return self.ask("PATCH", f"/v1/products/{number}", json.dumps({"price": price}), client, If_Match=tag,
                        Content_Type="application/json")[1]

    def change_cost(self):
        """Microseconds of processor time of a change of a price, PostgreSQL's with it."""
        self.connect()
        self.changed = self.changed or [self.register() for _ in range(WRITERS)]

        def change(product):
            (number, tag), client = product, self.connection()
            for price in range(10_000, 10_000 + CHANGES):
                tag = self.price(number, price, tag, client)
            return number, tag
        before = cpu_seconds(self.server.pid, with_database=True)
        with ThreadPoolExecutor(WRITERS) as pool:
            self.changed = list(pool.map(change, self.changed))
        return (cpu_seconds(self.server.pid, with_database=True) - before) * 1e6 / WRITERS / CHANGES


def shares(shop, seconds):
    """One round of requests a second: of /livez, and the share of each read, with statements of 10,000."""
    shop.connect()
    changes = "/v1/changes?since=" + urllib.parse.quote(shop.ask("GET", "/v1/changes")[0]["next"])
    reads = [(name, path, ()) for name, path in READS.items()]
    reads += [(f"{name}, 304", path, (f"If-None-Match: {shop.tag(path)}",)) for name, path in READS.items()]
    reads.append(("`/v1/changes`, nothing new", changes, ()))
    livez = shop.run("/livez", seconds)["rps"]
    found, before = {"`/livez`": (livez, 1, 0)}, shop.statements()
    for name, path, fields in reads:
        row, after = shop.run(path, seconds, fields=fields), shop.statements()
        found[name] = row["rps"], row["rps"] / livez, (after - before) * 10_000 / (row["rps"] * seconds)
        before = after
    return found


def against(new, old, seconds):
    """One round of both programs in turns: (new, old) of each latency and each write."""
    shops, found = (new, old), {}
    for name, path in READS.items():
        found[f"{name}, alone, us"] = [shop.run(path, seconds, 1)["p50"] for shop in shops]
    registered, changed = zip(*(shop.writes() for shop in shops))
    return {**found, "register a product, ms": registered, "change a price, ms": changed,
            "change a price, processor us": [shop.change_cost() for shop in shops]}


def medians(rounds):
    return {name: [statistics.median(values) for values in zip(*(one[name] for one in rounds))]
            for name in rounds[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("moa")
    parser.add_argument("--old")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4)
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="moa-bench-"))
        os.chmod(folder, 0o755)
        new = Shop(stack, options.moa, folder, "new")
        print("| | req/s | share of `/livez` | statements of 10,000 |\n|---|---|---|---|")
        rounds = [shares(new, options.seconds) for _ in range(options.rounds)]
        for name, (rate, share, count) in medians(rounds).items():
            print(f"| {name} | {rate:,.0f} | {share:.2f} | {count:.0f} |", flush=True)
        if options.old:
            old = Shop(stack, options.old, folder, "old")
            print("\n| | new | old | new : old |\n|---|---|---|---|")
            rounds = [against(new, old, options.seconds) for _ in range(options.rounds)]
            for name, (ours, theirs) in medians(rounds).items():
                print(f"| {name} | {ours:.2f} | {theirs:.2f} | {ours / theirs:.2f} |", flush=True)


if __name__ == "__main__":
    main()
