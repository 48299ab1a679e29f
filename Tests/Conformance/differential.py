#!/usr/bin/env python3
"""Reads broken requests with h11, httptools (llhttp) and our engine, and compares what they found.

usage: differential.py CONFORMANCE_SERVER [COUNT [SEED]]      needs: pip install h11==0.16.0 httptools

Fails when we accept a request that both others refuse, when we and one of them find other requests
in the same bytes, or when we wait for more of a message where one of them sees the next.
"""
import collections
import random
import re
import struct
import subprocess
import sys

import h11
import httptools

from corpus import cases

FAVOURITES = [bytes([byte]) for byte in b"\r\n\t :;,=%?#/\"\\0159aAfFgG\0\x0b\x0c\x7f\x80\xa0\xff"]
WORDS = [
    b"\r\n", b"\r\n\r\n", b"\n\n", b"Content-Length: 5\r\n", b"Content-Length: 0\r\n", b"0\r\n\r\n",
    b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: identity\r\n", b"Host: b\r\n",
    b"Connection: close\r\n", b"HTTP/1.0", b"HTTP/1.1", b"GET / HTTP/1.1\r\nHost: c\r\n\r\n",
    b"Expect: 100-continue\r\n", b" ", b"+", b"0x", b";a=b", b";a=\"", b", chunked", b"_",
]


def mutate(data, dice):
    """One to three of thirteen changes."""
    out = bytearray(data)
    for _ in range(dice.randint(1, 3)):
        if not out:
            break
        at, kind = dice.randrange(len(out)), dice.randrange(13)
        end = min(len(out), at + dice.randint(1, 24))
        if kind == 0:
            out[at : at + 1] = dice.choice(FAVOURITES)
        elif kind == 1:
            del out[at]
        elif kind == 2:
            out[at:at] = out[at : at + 1]
        elif kind == 3:
            out[at:at] = dice.choice(FAVOURITES)
        elif kind == 4:
            out[at] = dice.randrange(256)
        elif kind == 5:
            out[at:at] = out[at:end]
        elif kind == 6:
            del out[at:end]
        elif kind == 7:
            out[at:at] = dice.choice(WORDS)
        elif kind == 8:
            out[at] ^= 1 << dice.randrange(8)
        elif kind == 9:
            out = bytearray(bytes(out).replace(b"\r\n", b"\n", 1))
        elif kind == 10:
            out[at:end] = bytes(out[at:end]).swapcase()
        elif kind == 11:
            lines = bytes(out).split(b"\r\n")
            lines.insert(dice.randrange(len(lines) + 1), dice.choice(lines))
            out = bytearray(b"\r\n".join(lines))
        else:
            lines = bytes(out).split(b"\r\n")
            dice.shuffle(lines)
            out = bytearray(b"\r\n".join(lines))
    return bytes(out)


def by_h11(data):
    """([(method, body)], how it ended): "refused", "waits" or "over"."""
    found = []
    connection = h11.Connection(h11.SERVER, max_incomplete_event_size=1 << 20)
    method, body = b"", bytearray()
    try:
        connection.receive_data(data)
        while True:
            event = connection.next_event()
            if event is h11.NEED_DATA:
                return found, "waits"
            if event is h11.PAUSED or isinstance(event, h11.ConnectionClosed):
                return found, "over"
            if isinstance(event, h11.Request):
                method, body = event.method, bytearray()
            elif isinstance(event, h11.Data):
                body += event.data
            elif isinstance(event, h11.EndOfMessage):
                found.append((method, bytes(body)))
                # 404, because 200 would turn a CONNECT into a tunnel.
                connection.send(h11.Response(status_code=404, headers=[("Content-Length", "0")]))
                connection.send(h11.EndOfMessage())
                if connection.our_state is not h11.DONE or connection.their_state is not h11.DONE:
                    return found, "over"
                connection.start_next_cycle()
    except h11.RemoteProtocolError:
        return found, "refused"


class Collector:
    """The callbacks of httptools."""

    def __init__(self):
        self.found = []
        self.body = bytearray()
        self.parser = httptools.HttpRequestParser(self)

    def on_message_begin(self):
        self.body = bytearray()

    def on_body(self, data):
        self.body += data

    def on_message_complete(self):
        self.found.append((self.parser.get_method(), bytes(self.body)))


def by_httptools(data):
    collector = Collector()
    try:
        collector.parser.feed_data(data)
    except httptools.HttpParserUpgrade:
        # It leaves the body of such a request to whoever may take the upgrade; we take none.
        return collector.found[:-1], "over"
    except httptools.HttpParserError:
        return collector.found, "refused"
    return collector.found, "waits"


def by_us(server, inputs):
    """One line each: how it ended, and METHOD:body in hexadecimal for every request."""
    packed = b"".join(struct.pack(">I", len(data)) + data for data in inputs)
    run = subprocess.run([server, "read"], input=packed, stdout=subprocess.PIPE, check=True)
    answers = []
    for line in run.stdout.decode().splitlines():
        ending, *requests = line.split(" ")
        pairs = [request.split(":") for request in requests]
        answers.append(([(name.encode(), bytes.fromhex(body)) for name, body in pairs], ending))
    assert len(answers) == len(inputs)
    return answers


# What we accept although both others refuse it, and why.
EXPLAINED = [
    # RFC 9112 §7.1.1 has BWS there, which a recipient MUST read (RFC 9110 §5.6.3).
    re.compile(rb"[0-9A-Fa-f][ \t]+;|;[ \t]+|[ \t]=|=[ \t]"),
    # RFC 9110 §2.5: a minor version that is not known is read as the highest that is.
    re.compile(rb"HTTP/1\.[2-9]"),
    # RFC 9112 §2.2: one empty line in front of a request SHOULD be skipped; h11 never does, and
    # llhttp lets Connection in a trailer section act.
    re.compile(rb"(^|\r\n\r\n)\r\n[A-Z]"),
    # RFC 9112 §C.2.2 has Proxy-Connection mean nothing; llhttp ends the connection by it.
    re.compile(rb"(?i)\r\nProxy-Connection: *close"),
]


def difference(data, ours, others):
    """What is wrong with `ours`, a (requests, ending), next to the others."""
    requests, ending = ours
    for name, (theirs, their_ending) in others.items():
        for index, (mine, other) in enumerate(zip(requests, theirs)):
            if mine != other:
                return f"{name} reads request {index} otherwise"
        if len(requests) > len(theirs) and their_ending == "waits":
            return f"{name} still waits where we have found a request"
        if ending == "waits" and len(theirs) > len(requests):
            return f"{name} has found a request where we still wait"
    explained = any(pattern.search(data) for pattern in EXPLAINED)
    if not explained and all(
        len(requests) > len(theirs) and end == "refused" for theirs, end in others.values()
    ):
        return "we accept what both others refuse"
    return None


def main():
    server = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    dice = random.Random(seed)
    seeds = [data for _, data in cases() if len(data) < 800]
    plain = [data for data in seeds if by_us(server, [data])[0][1] != "refused"]
    found = collections.Counter()
    done = 0
    while done < count:
        # Half of them begin as good requests: those are what a small change makes dangerous.
        inputs = [
            mutate(b"".join(dice.choices(dice.choice((seeds, plain)), k=dice.randint(1, 2))), dice)
            for _ in range(min(2000, count - done))
        ]
        for data, ours in zip(inputs, by_us(server, inputs)):
            others = {"h11": by_h11(data), "httptools": by_httptools(data)}
            what = difference(data, ours, others)
            found["accepted" if ours[0] else "nothing accepted"] += 1
            if what:
                found[what] += 1
                if found[what] <= 5:
                    print(f"{what}\n  {data!r}\n  we {ours}\n  {others}")
        done += len(inputs)
    print(dict(found))
    sys.exit(len(found) > 2)


if __name__ == "__main__":
    main()
