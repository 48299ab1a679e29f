#!/usr/bin/env python3
"""Attacks the server, holds what it does against what is promised, and prints a table.

RELEASE_DIRECTORY holds moa, conformance-server and churn. Without names all checks run, for about
ten minutes; an exit status of 1 means that a promise was broken. Linux only: it reads /proc.
"""
import argparse
import contextlib
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time

import killing
from clients import Crowd, NormalClient, holding
from server import Server, answer, bare, request, until

ROWS = []
PROGRAMS = ""


def promise(check, what, measured, limit, kept):
    ROWS.append((check, what, measured, limit, kept))
    print(f"{'ok ' if kept else 'NOT'} {check}: {what}: {measured} (promised {limit})",
          file=sys.stderr, flush=True)


def engine(*limits, **more):
    return bare(f"{PROGRAMS}/conformance-server", *limits, **more)


def under_attack(check, options, *limits):
    """slowhttptest with 2,000 connections, while somebody else is a customer.

    All come from one address and are let in on purpose (`limits`), for the promise is about a server
    that holds them.
    """
    with engine(*limits) as server:
        client = NormalClient(server)
        time.sleep(1)
        path = {"-X": "/stream?bytes=20000000", "-B": "/__echo"}.get(options[0], "/livez")
        attack = subprocess.Popen(
            ["slowhttptest", *options, "-c", "2000", "-r", "1000", "-l", "20", "-p", "5",
             "-u", f"http://127.0.0.1:{server.port}{path}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        peak = 0
        while attack.poll() is None:
            peak = max(peak, server.descriptors())
            time.sleep(0.1)
        requests, p99, failures = client.finish()
        promise(check, "exit status of slowhttptest", attack.returncode, "0",
                attack.returncode == 0)
        promise(check, "most descriptors during the attack", peak, ">= 1900", peak >= 1900)
        promise(check, f"p99 of a customer, {requests} requests", f"{p99:.1f} ms", "< 50 ms",
                p99 < 50)
        promise(check, "requests that failed", f"{len(failures)} {failures[:1] or ''}", "0",
                not failures)
        promise(check, "memory", f"{server.memory() / 1024:.1f} MB", "< 256 MB",
                server.memory() < 256 * 1024)


def slow_heads():
    under_attack("slow heads", ["-H", "-i", "1", "-x", "10"], "unfinished-heads=10000")


def slow_bodies():
    """Bodies so small that the budget has room for all of them."""
    under_attack("slow bodies", ["-B", "-i", "1", "-s", "8192", "-x", "10"])


def slow_reads():
    """With a budget for all of them, 256 KiB each; the usual one cuts all but some hundred."""
    under_attack("slow reads", ["-X", "-w", "512", "-y", "1024", "-n", "1", "-z", "32"],
                 "held=2147483648")


def held(check, size, reads, limit):
    count = 10_000
    with engine("idle-seconds=600", "head-seconds=600", "first-byte-seconds=600",
                "connections=20000") as server:
        NormalClient(server).finish()
        before, descriptors = server.memory(), server.descriptors()
        with holding(server, count, size, reads):
            time.sleep(1)
            each = (server.memory() - before) / count
            client = NormalClient(server)
            time.sleep(2)
            _, p99, failures = client.finish()
        gone = until(lambda: server.descriptors() <= descriptors + 2, 20)
        promise(check, f"memory of each of {count}", f"{each:.2f} KB", f"<= {limit} KB",
                each <= limit)
        promise(check, "p99 of a customer meanwhile", f"{p99:.1f} ms", "<= 20 ms",
                p99 <= 20 and not failures)
        promise(check, "descriptors given back", "yes" if gone is not None else "no", "yes",
                gone is not None)
        time.sleep(1)
        rest = server.memory() - before
        promise(check, "memory left over", f"{rest / 1024:.1f} MB", "<= 3 MB", rest <= 3072)


def idle():
    held("idle", request("/livez"), True, 4)


def half_heads():
    held("half heads", request("/livez")[:-2] + b"X-Pad: " + b"a" * 200, False, 12)


def half_heads_end():
    with engine() as server:
        with holding(server, 2_000, request("/livez")[:-2], False) as clients:
            time.sleep(12)
            answers = sum(client.recv(100).startswith(b"HTTP/1.1 408") for client in clients)
            promise("half heads", "of 2000 answered 408 after 12 s", answers, "2000",
                    answers == 2_000)


def descriptors():
    with engine("first-byte-seconds=600", prefix=("prlimit", "--nofile=128")) as server:
        # The main queue of Dispatch opens a descriptor soon after the start, and ends a program that has none.
        time.sleep(1)
        clients = [server.connect() for _ in range(300)]
        spent = until(lambda: server.descriptors() >= 126, 10)
        promise("descriptors", "of 128 in use", server.descriptors(), ">= 126",
                spent is not None)
        used, seconds = server.processor_seconds(), 5
        time.sleep(seconds)
        share = (server.processor_seconds() - used) / seconds * 100
        promise("descriptors", "CPU while none is left", f"{share:.1f} %", "< 5 %", share < 5)
        clients[0].sendall(request("/livez"))
        status = answer(clients[0])[0]
        promise("descriptors", "an open connection is answered", status, "200", status == 200)
        start = time.monotonic()
        for client in clients[:200]:
            client.close()
        clients[-1].sendall(request("/livez"))
        status = answer(clients[-1])[0]
        seconds = time.monotonic() - start
        promise("descriptors", "a waiting one after others left", f"{seconds * 1000:.0f} ms",
                "<= 1 s", status == 200 and seconds <= 1)
        for client in clients:
            client.close()


def long_answer():
    size = 1 << 30
    with engine() as server:
        drain_stream(server, 64 << 20, 0.0002)
        server.forget_peak()
        before = server.memory()
        received = drain_stream(server, size, 0.0002)
        growth = server.memory("VmHWM") - before
        promise("backpressure", "growth while 1 GiB goes to a slow reader", f"{growth} KiB",
                "<= 1024 KiB", growth <= 1024 and received > size)


def drain_stream(server, size, pause):
    with server.connect() as client:
        client.sendall(request(f"/stream?bytes={size}", "Connection: close"))
        time.sleep(0.5)
        total = 0
        while piece := client.recv(1 << 18):
            total += len(piece)
            time.sleep(pause)
        return total


def long_body():
    with engine("body=2147483648") as server:
        fill_sink(server, 8 << 20)
        server.forget_peak()
        before = server.memory()
        counted = fill_sink(server, 1 << 30)
        growth = server.memory("VmHWM") - before
        promise("backpressure", "growth while 1 GiB comes to a slow handler", f"{growth} KiB",
                "<= 1024 KiB", growth <= 1024 and counted == 1 << 30)


def fill_sink(server, size):
    with server.connect(timeout=120) as client:
        client.sendall(request("/sink?pause=1", f"Content-Length: {size}", method="POST"))
        piece = bytes(1 << 20)
        for _ in range(size >> 20):
            client.sendall(piece)
        return int(answer(client)[2])


def uploads():
    """64 bodies of the largest size at once, with a budget of 64 MB."""
    with engine() as server:
        fill_sink(server, 1 << 20)
        server.forget_peak()
        outcomes = []
        body = bytes(15 << 20)

        def upload():
            status = None
            with contextlib.suppress(OSError), server.connect(timeout=60) as client:
                client.sendall(request("/keep?pause=500", f"Content-Length: {len(body)}",
                                       "Expect: 100-continue", method="POST"))
                status = answer(client)[0]
                if status == 100:
                    client.sendall(body)
                    status = answer(client)[0]
            outcomes.append(status)

        threads = [threading.Thread(target=upload) for _ in range(64)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        peak = server.memory("VmHWM") / 1024
        promise("uploads", f"peak memory; {outcomes.count(200)} served, "
                f"{outcomes.count(503)} sent away", f"{peak:.0f} MB", "< 256 MB",
                peak < 256 and outcomes.count(200) > 0 and server.is_running)


def drain():
    lost, slowest, answered = 0, 0.0, 0
    with tempfile.TemporaryDirectory(prefix="moa-hostile-") as folder:
        os.chmod(folder, 0o755)
        for _ in range(20):
            server = Server([f"{PROGRAMS}/moa", "serve", "--port", "0", "--drain-delay", "1s",
                             "--data-dir", f"{folder}/moa", "--log-level", "error"])
            crowd = Crowd(server, "/livez")
            seconds = crowd.stop_server(before=0.5)
            server.stop()
            lost += sum(crowd.counts[what] for what in ("lost", "torn", "5xx", "refused before"))
            answered += crowd.counts["answered"]
            slowest = max(slowest, seconds or 99)
    promise("drain", "requests answered around 20 SIGTERMs", answered, ">= 320",
            answered >= 320)
    promise("drain", "lost, torn or 5xx", lost, "0", lost == 0)
    promise("drain", "longest end, with 1 s of drain delay", f"{slowest:.1f} s", "<= 4 s",
            slowest <= 4)


def churn():
    with engine() as server:
        # Dispatch opens its own with the first timers.
        NormalClient(server).finish()
        subprocess.run([f"{PROGRAMS}/churn", str(server.port), "2000", "16"], capture_output=True)
        before = server.descriptors()
        out = subprocess.run([f"{PROGRAMS}/churn", str(server.port), "200000", "16"],
                             capture_output=True, text=True).stdout.strip()
        promise("churn", f"descriptors after 200000 connections ({out.splitlines()[-1]})",
                f"{before} -> {server.descriptors()}", "the same",
                server.is_running and until(lambda: server.descriptors() <= before, 5) is not None)


def worker_kill():
    killing.worker_kill(f"{PROGRAMS}/moa", promise)


MIXED = [
    request("/livez"), request("/livez", method="HEAD"), request("/nothing"),
    request("/livez", "X-A: " + "b" * 500), request("/livez", method="DELETE"),
    request("/__echo", "Content-Length: 5", method="POST") + b"hello",
    request("/__echo", "Transfer-Encoding: chunked", method="POST") + b"3\r\nabc\r\n0\r\n\r\n",
    request("/stream?bytes=1000"),
]
BAD = [b"GET / HTTP/1.1\nHost: a\n\n", b"GET / HTTP/9.9\r\n\r\n", b"\0\1\2\r\n\r\n",
       request("/__echo", "Content-Length: 1", "Transfer-Encoding: chunked", method="POST")]


STATUS_LINE = b"HTTP/1.1 "


def growth():
    """A million requests of all kinds; the first fifth is warming up."""
    total, batch = 1_000_000, MIXED * 8
    with engine() as server:
        sent, answers, number, marks = 0, 0, 0, []
        while sent < total:
            with server.connect() as client:
                sending = b"".join(batch) + BAD[number % len(BAD)]
                sender = threading.Thread(target=send_all, args=(client, sending))
                sender.start()
                answers += count_answers(client)
                sender.join()
            sent += len(batch) + 1
            number += 1
            if sent >= total / 5 * (len(marks) + 1):
                marks.append(server.memory())
        promise("growth", f"answers to {sent} requests", answers, "as many", answers == sent)
        slope = (marks[-1] - marks[0]) / 1024 / 0.8
        promise("growth", "memory for 1,000,000 mixed requests", f"{slope:.2f} MB", "<= 1 MB",
                slope <= 1 and server.is_running)


def count_answers(client):
    """Status lines until the end; no body of these answers holds any."""
    count, rest = 0, b""
    with contextlib.suppress(OSError):
        while piece := client.recv(1 << 16):
            seen = rest + piece
            count += seen.count(STATUS_LINE)
            # The beginning of one that is not whole yet.
            rest = seen[-(len(STATUS_LINE) - 1):]
    return count


def send_all(client, sending):
    with contextlib.suppress(OSError):
        client.sendall(sending)


CHECKS = [slow_heads, slow_bodies, slow_reads, idle, half_heads, half_heads_end, descriptors,
          long_answer, long_body, uploads, churn, growth, drain,
          worker_kill]


def main():
    global PROGRAMS
    names = [check.__name__ for check in CHECKS]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release_directory")
    # Not `choices`, which refuses that there are none.
    parser.add_argument("check", nargs="*", help=", ".join(names))
    options = parser.parse_args()
    if unknown := set(options.check) - set(names):
        parser.error(f"no check is called {', '.join(sorted(unknown))}")
    PROGRAMS = options.release_directory
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(limit, 20_000), limit))
    for check in CHECKS:
        if not options.check or check.__name__ in options.check:
            check()
    print("| check | what | measured | promised | kept |\n|---|---|---|---|---|")
    for check, what, measured, limit, kept in ROWS:
        print(f"| {check} | {what} | {measured} | {limit} | {'yes' if kept else '**no**'} |")
    sys.exit(0 if all(row[-1] for row in ROWS) else 1)


if __name__ == "__main__":
    main()
