#!/usr/bin/env python3
"""Sends images that are cut, damaged, large or many, and prints what became of them.

PROGRAM is moa, built for release. `mutations` flips and cuts bytes of an image in each format that
is taken, 10,000 in all; `cuts` ends each at 1,000 places; `large` sends 16 images of 10 MB at once
and adds up the memory of all processes; `phones` does so with photographs of 50 megapixels; `forms`
registers products with five photographs, 20 at once. Needs vips and vipsthumbnail. An exit status of
1 means that a promise was broken. Linux only: it reads /proc.
"""
import argparse
import base64
import collections
import contextlib
import http.client
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import zlib

from server import Server

TOKEN = "a-token-of-at-least-thirty-two-characters"
FORMATS = ["jpg", "png", "gif", "webp", "heic"]
BOUNDARY = "moa-hostile"
KEPT = []


def promise(what, measured, limit, kept):
    KEPT.append(kept)
    print(f"{'ok ' if kept else 'NOT'} {what}: {measured} (promised {limit})", flush=True)


# MARK: Images


def png(width, height, pixel):
    """8 bits a channel; `pixel` makes the bytes of a row."""
    def chunk(kind, data):
        whole = kind + data
        return len(data).to_bytes(4, "big") + whole + zlib.crc32(whole).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 2, 0, 0, 0])
    rows = b"".join(b"\0" + pixel(y) for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 1))
            + chunk(b"IEND", b""))


def soft(width, height, seed=0):
    """Something like a photograph: slopes with a little noise."""
    noise = random.Random(seed)

    def row(y):
        return bytes(value & 255 for x in range(width) for value in
                     ((x * 200 // width) + noise.randrange(16), (y * 200 // height) + seed,
                      ((x + y) // 7) % 200))
    return png(width, height, row)


def noisy(size, seed):
    """A PNG of so many bytes that nothing makes smaller."""
    side = int((size / 3) ** 0.5) - 2
    source = random.Random(seed)
    return png(side, side, lambda _: source.randbytes(3 * side))


def converted(image, suffix):
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/a.png", "wb") as file:
            file.write(image)
        subprocess.run(["vipsthumbnail", "a.png", "--size", "8192x8192>", "-o", f"b.{suffix}"],
                       cwd=folder, check=True, stderr=subprocess.DEVNULL)
        with open(f"{folder}/b.{suffix.split('[')[0]}", "rb") as file:
            return file.read()


def photographed(width, height, suffix):
    """Waves with a little noise, as large as phones take them."""
    with tempfile.TemporaryDirectory() as folder:
        for step in [["sines", "a.v", width, height, "--hfreq", 40, "--vfreq", 9],
                     ["gaussnoise", "b.v", width, height, "--sigma", 4, "--mean", 128],
                     ["linear", "a.v", "c.v", 90, 0], ["add", "c.v", "b.v", "d.v"],
                     ["cast", "d.v", "e.v", "uchar"], ["bandjoin", "e.v e.v e.v", "f.v"],
                     ["copy", "f.v", f"g{suffix}", "--interpretation", "srgb"]]:
            subprocess.run(["vips", *map(str, step)], cwd=folder, check=True)
        with open(f"{folder}/g{suffix.split('[')[0]}", "rb") as file:
            return file.read()


def mutated(image, source):
    """Some bytes changed, and often something cut out, put in, or moved."""
    data = bytearray(image)
    for _ in range(source.choice([1, 1, 2, 4, 16, 64])):
        place = source.randrange(len(data))
        data[place] ^= 1 << source.randrange(8) if source.random() < 0.5 else \
            source.randrange(1, 256)
    start = source.randrange(len(data))
    end = min(len(data), start + source.randrange(1, 64))
    kind = source.randrange(6)
    if kind == 0:
        del data[start:end]
    elif kind == 1:
        data[start:start] = data[:end - start]
    elif kind == 2:
        del data[start:]
    return bytes(data)


# MARK: The server


@contextlib.contextmanager
def serving(program, *flags):
    with tempfile.TemporaryDirectory(prefix="moa-images-") as folder:
        os.chmod(folder, 0o755)
        environment = dict(os.environ, MOA_ADMIN_TOKEN=TOKEN)
        environment.pop("MOA_DATABASE_URL", None)
        with open(f"{folder}/log", "wb") as log:
            server = Server([program, "serve", "--port", "0", "--drain-delay", "0", "--data-dir",
                             f"{folder}/moa", *flags], env=environment, stderr=log)
            server.folder = folder
            server.log = f"{folder}/log"
            try:
                yield server
            finally:
                server.stop(15)


def part(name, data):
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"'
    filename = '; filename="a"' if name != "params" else ""
    return f"{head}{filename}\r\n\r\n".encode() + data + b"\r\n"


def send(port, path, parts, fields=(), timeout=120):
    """(status, seconds, Retry-After or None); None for the status of a lost connection."""
    body = b"".join(part(name, data) for name, data in parts) + f"--{BOUNDARY}--\r\n".encode()
    start = time.monotonic()
    try:
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        client.request("POST", path, body, {
            "Authorization": f"Bearer {TOKEN}",
            "Content-Type": f"multipart/form-data; boundary={BOUNDARY}", **dict(fields)})
        answer = client.getresponse()
        answer.read()
        client.close()
        return answer.status, time.monotonic() - start, answer.getheader("Retry-After")
    except (OSError, http.client.HTTPException):
        return None, time.monotonic() - start, None


def at_once(count, work, threads):
    """Outcomes of `work` of 0 to `count`, by so many threads."""
    outcomes, rest, lock = [], list(range(count))[::-1], threading.Lock()

    def run():
        while True:
            with lock:
                if not rest:
                    return
                number = rest.pop()
            outcome = work(number)
            with lock:
                outcomes.append(outcome)

    crowd = [threading.Thread(target=run) for _ in range(threads)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    return outcomes


def family(server):
    """(KiB of moa, KiB of decoders, decoders): of the server's descendants that are no PostgreSQL."""
    parents, names = {}, {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            fields = open(f"/proc/{pid}/stat").read()
            names[int(pid)] = fields[fields.index("(") + 1:fields.rindex(")")]
            parents[int(pid)] = int(fields.rsplit(")", 1)[1].split()[1])
    ours = {server.pid}
    for _ in range(4):
        ours |= {pid for pid, parent in parents.items() if parent in ours}
    sums = collections.Counter()
    for pid in ours:
        with contextlib.suppress(OSError, KeyError):
            name = names[pid]
            kind = "moa" if name.startswith("moa") else "decoder" if name.startswith("vips") else None
            for line in open(f"/proc/{pid}/status"):
                if kind and line.startswith("VmRSS:"):
                    sums[kind] += int(line.split()[1])
                    sums["count of " + kind] += 1
    return sums["moa"], sums["decoder"], sums["count of decoder"]


class Watch(threading.Thread):
    """The most memory that there was at one moment, looked at every 20 ms."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.goes_on, self.peaks, self.decoders = server, True, [0, 0, 0], 0
        self.start()

    def run(self):
        while self.goes_on:
            ours, decoders, count = family(self.server)
            now = [ours, decoders, ours + decoders]
            self.peaks = [max(pair) for pair in zip(self.peaks, now)]
            self.decoders = max(self.decoders, count)
            time.sleep(0.02)

    def end(self):
        self.goes_on = False
        self.join()
        return [f"{peak / 1024:.0f} MB" for peak in self.peaks]


def lines(server, word):
    with open(server.log, errors="replace") as log:
        return [line for line in log if word in line]


# MARK: What is tried


def damaged(program, what, images):
    """No answer but 201 and 4xx, no worker that died, and no memory that stays."""
    with serving(program) as server:
        for data in images[:200]:
            send(server.port, "/admin/v1/images", [("file", data)])
        before = family(server)[0]
        outcomes = at_once(len(images), lambda number: send(
            server.port, "/admin/v1/images", [("file", images[number])]), 4)
        statuses = collections.Counter(outcome[0] for outcome in outcomes)
        others = {status: count for status, count in statuses.items()
                  if status is None or not (status == 201 or 400 <= status < 500)}
        promise(f"answers to {len(images)} {what}", dict(statuses), "201 and 4xx", not others)
        for line in lines(server, "decoder_failed")[:5]:
            print(line.strip())
        deaths = lines(server, "worker_died")
        promise("workers that died", len(deaths), "0", not deaths and server.is_running)
        growth = (family(server)[0] - before) / 1024
        promise("growth of the server", f"{growth:.1f} MB", "< 32 MB", growth < 32)
        good = send(server.port, "/admin/v1/images", [("file", soft(30, 20))])[0]
        promise("a good image after that", good, "201", good == 201)


def samples():
    image = soft(96, 64)
    return [converted(image, name) for name in FORMATS]


def mutations(program, count=10_000):
    source = random.Random(20_260_301)
    originals = samples()
    damaged(program, "mutated images",
            [mutated(originals[number % len(originals)], source) for number in range(count)])


def cuts(program, count=1_000):
    images = []
    for image in samples():
        images += [image[:len(image) * number // count] for number in range(count)]
    damaged(program, "cut images", images)


def large(program, count=16):
    together(program, [noisy(10_400_000, seed) for seed in range(count)])


def phones(program, count=16):
    """The JPEG whose decoder needs most memory."""
    image = photographed(8160, 6120, ".jpg[Q=35,interlace,subsample_mode=off]")
    together(program, [image + bytes([number]) for number in range(count)])


def together(program, images):
    count = len(images)
    with serving(program, "--workers", "2") as server:
        send(server.port, "/admin/v1/images", [("file", soft(300, 200))])
        watch = Watch(server)
        outcomes = at_once(count, lambda number: send(
            server.port, "/admin/v1/images", [("file", images[number])]), count)
        peaks = watch.end()
        statuses = collections.Counter(outcome[0] for outcome in outcomes)
        print(f"peaks of moa, of decoders, of both: {', '.join(peaks)}")
        promise(f"{count} images of {len(images[0])} bytes at once", dict(statuses), "201 and 503",
                set(statuses) <= {201, 503} and statuses[201] > 0)
        promise("memory of all of moa's processes", peaks[0], "< 400 MB",
                int(peaks[0].split()[0]) < 400)
        promise("decoders at a time", watch.decoders, "2", watch.decoders <= 2)


def vendor(program, server):
    """The field by which a new vendor proves itself."""
    made = subprocess.run(
        [program, "vendor", "create", "--name", "images", "--data-dir", f"{server.folder}/moa"],
        capture_output=True, text=True, check=True).stdout
    words = [line.split()[-1] for line in made.splitlines() if line.strip()]
    return {"Authorization": "Basic " + base64.b64encode(":".join(words[:2]).encode()).decode()}


def forms(program, count=20):
    photographs = [converted(soft(1600, 1200, seed), "jpg[Q=97]") for seed in range(5)]
    params = '{"title":"Coat","price":1000,"currency":"KRW"}'.encode()
    with serving(program) as server:
        fields = vendor(program, server)

        def register(number):
            images = [("images", data + bytes([number])) for data in photographs]
            return send(server.port, "/v1/products", [("params", params), *images],
                        fields, timeout=60)

        outcomes = at_once(count, register, count)
        for status, seconds, retry in sorted(outcomes, key=lambda outcome: outcome[1]):
            print(f"{status} after {seconds:.1f} s" + (f", Retry-After {retry}" if retry else ""))
        statuses = collections.Counter(outcome[0] for outcome in outcomes)
        promise(f"{count} forms of five photographs at once", dict(statuses), "201 and 503",
                set(statuses) <= {201, 503} and statuses[201] > 0)


def main():
    checks = {check.__name__: check for check in [mutations, cuts, large, phones, forms]}
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("check", nargs="?", choices=checks, help="by default all")
    parser.add_argument("count", nargs="?", type=int, help="how many of what the check sends")
    options = parser.parse_args()
    count = [] if options.count is None else [options.count]
    for name, check in checks.items():
        if options.check in (None, name):
            check(options.program, *count)
    sys.exit(0 if all(KEPT) else 1)


if __name__ == "__main__":
    main()
