#!/usr/bin/env python3
"""Runs the shop for an hour under mixed load with a fault every minute, and holds it to its promises.

usage: soak.py MOA [--minutes 60]

Readers, searchers, shoppers who like, a vendor who registers products with pictures and an
administrator who uploads some; two PostgreSQL servers, one of which confirms what the other commits.
The faults take turns: a worker is killed, all sessions of the database are ended, the primary is
killed and the standby promoted, the disk for pictures is full for 20 s, that of the primary for 10 s, three
packets in a hundred are lost for 20 s.

Promised: nobody is refused for longer than 30 s, everything that was acknowledged is there at the end,
neither memory nor descriptors grow, and sessions stay within what the pools may have. Linux only, as root: it makes namespaces of its
own for the network and the mounts.
"""
import argparse
import base64
import contextlib
import glob
import http.client
import json
import os
import random
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

REFUSED_MAX = 30
GROWTH_MAX = 1.15
# Of two workers four connections for reads and four for writes, and two autovacuums of PostgreSQL's own.
SESSIONS_MAX = 18
ADMIN = "an-administrators-token-of-the-soak-0123456789"
BIN = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
AS = ["runuser", "-u", "postgres", "--"]


class Node:
    """One of the two PostgreSQL servers, on a disk of its own."""

    def __init__(self, disk, port):
        self.disk, self.folder, self.port = disk, f"{disk}/data", port
        os.makedirs(disk)
        run(["mount", "-t", "tmpfs", "-o", "size=4g", "none", disk])

    def empty(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder, 0o700)
        shutil.chown(self.folder, "postgres", "postgres")

    def init(self):
        self.empty()
        run([*AS, f"{BIN}/initdb", "-D", self.folder, "-U", "moa", "-A", "trust", "-E", "UTF8",
             "--locale=C.UTF-8", "-N"])
        with open(f"{self.folder}/postgresql.conf", "a") as file:
            file.write("listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\n"
                       "wal_keep_size = 256MB\nmax_connections = 60\nlog_min_messages = fatal\n")
        with open(f"{self.folder}/pg_hba.conf", "a") as file:
            file.write("host replication all 127.0.0.1/32 trust\n")

    def start(self):
        self.process = subprocess.Popen(
            [*AS, f"{BIN}/postgres", "-D", self.folder, "-p", str(self.port)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        until("PostgreSQL", lambda: self.sql("select 1") == "1")

    def sql(self, text, database="postgres"):
        out = subprocess.run(
            ["psql", "-qtAX", f"host=127.0.0.1 port={self.port} user=moa dbname={database}"
             " connect_timeout=5", "-c", text], capture_output=True, text=True)
        return out.stdout.strip() if out.returncode == 0 else None

    def kill(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def follow(self, primary):
        """Begins anew as the standby of another, which from then on waits for it."""
        self.empty()
        run([*AS, f"{BIN}/pg_basebackup", "-D", self.folder, "-R", "-X", "stream", "-c", "fast", "-d",
             f"host=127.0.0.1 port={primary.port} user=moa"])
        self.start()
        until("the standby", lambda: primary.sql("select count(*) from pg_stat_replication") == "1")
        primary.sql("alter system set synchronous_standby_names = '*'")
        primary.sql("select pg_reload_conf()")

    def promote(self):
        run([*AS, f"{BIN}/pg_ctl", "promote", "-D", self.folder, "-w", "-t", "60"])
        self.sql("alter system reset synchronous_standby_names")
        self.sql("select pg_reload_conf()")


class Client(threading.Thread):
    """Asks again and again; remembers how long it was refused in one piece, and why."""

    def __init__(self, soak, pause):
        super().__init__(daemon=True)
        self.soak, self.pause = soak, pause
        self.connection = None
        self.answered, self.refused, self.longest, self.reasons = 0, 0, 0.0, {}
        self.failing_since = None

    def run(self):
        while not self.soak.ends.is_set():
            self.act()
            time.sleep(random.uniform(0.5, 1.5) * self.pause)

    def ask(self, method, path, fields=None, body=None):
        """Returns (status, body), or None if the same request is to be sent again.

        That is so for all of 500 and more, and while a request before it still holds its key.
        """
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.soak.port, timeout=15)
            self.connection.request(method, path, body, fields or {})
            answer = self.connection.getresponse()
            content = answer.read()
            if answer.will_close:
                self.drop()
            reason = str(answer.status)
            if answer.status < 500 and b'"request_in_flight"' not in content:
                self.took()
                return answer.status, content
        except (OSError, http.client.HTTPException) as error:
            self.drop()
            reason = type(error).__name__
        self.refused += 1
        self.reasons[reason] = self.reasons.get(reason, 0) + 1
        self.failing_since = self.failing_since or time.monotonic()
        return None

    def took(self):
        self.answered += 1
        if self.failing_since:
            self.longest = max(self.longest, time.monotonic() - self.failing_since)
            self.failing_since = None

    def drop(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def insist(self, *request):
        """Asks until there is an answer; the same request each time."""
        while True:
            answer = self.ask(*request)
            if answer:
                return answer
            if self.soak.over.is_set():
                return None, b""
            time.sleep(0.5)

    def expect(self, answer, *statuses):
        if answer and answer[0] not in statuses and answer[0]:
            self.soak.wrong(f"{type(self).__name__}: {answer[0]} {answer[1][:200]}")


class Reader(Client):
    PATHS = ["/v1/products?limit=20", "/v1/products?variant=tile", "/v1/screens/home", "/v1/event-categories",
             "/v1/banner", "/v1/search/suggestions?q=%EB%A8%B8", "/v1/products?sort=price_asc"]

    def act(self):
        path = random.choice([*self.PATHS, f"/v1/products/{random.randint(1, 207)}"])
        self.expect(self.ask("GET", path), 200)


class Searcher(Client):
    WORDS = ["머그", "컵", "가방", "셔츠", "ㅅㅊ", "shoes", "상의"]

    def act(self):
        from urllib.parse import quote
        word = random.choice(self.WORDS)
        self.expect(self.ask("GET", f"/v1/search?q={quote(word)}"), 200)


class Shopper(Client):
    def __init__(self, soak, pause):
        super().__init__(soak, pause)
        self.liked, self.token = {}, None

    def act(self):
        if self.token is None:
            status, body = self.insist("POST", "/v1/devices")
            if status == 201:
                self.token = json.loads(body)["token"]
            return
        product = random.randint(1, 60)
        wants = not self.liked.get(product, False)
        status, body = self.insist("PUT" if wants else "DELETE", f"/v1/likes/{product}", self.fields())
        if status in (200, 201, 204):
            self.liked[product] = wants
        elif status:
            self.soak.wrong(f"a like: {status} {body[:200]}")

    def fields(self):
        return {"Authorization": f"Bearer {self.token}"}

    def missing(self):
        """What was acknowledged and is not so."""
        found, path = set(), "/v1/likes?limit=100"
        while path and self.token:
            _, body = self.insist("GET", path, self.fields())
            page = json.loads(body)
            found |= {item["id"] for item in page["items"]}
            cursor = page["page"].get("next_cursor")
            path = cursor and f"/v1/likes?limit=100&cursor={cursor}"
        wanted = {product for product, is_liked in self.liked.items() if is_liked}
        return [f"like of {product}" for product in wanted ^ found]


class Vendor(Client):
    def __init__(self, soak, pause, secret):
        super().__init__(soak, pause)
        self.made = {}
        self.authorization = "Basic " + base64.b64encode(secret.encode()).decode()

    def act(self):
        number = len(self.made) + 1
        title = f"오래 도는 상품 {number}"
        params = json.dumps({"title": title, "description": "시험", "price": 1000 + number,
                             "currency": "KRW", "stock": 5})
        body = form((b'name="params"', b"application/json", params.encode()),
                    (b'name="images"; filename="a.png"', b"image/png", picture(number)))
        status, answer = self.insist("POST", "/v1/products", {
            "Authorization": self.authorization, "Idempotency-Key": f"soak-{number}",
            "Content-Type": FORM}, body)
        if status == 201:
            self.made[json.loads(answer)["id"]] = title
        elif status:
            self.soak.wrong(f"a product: {status} {answer[:200]}")

    def missing(self):
        lost = []
        for number, title in self.made.items():
            status, body = self.insist("GET", f"/v1/products/{number}")
            if status != 200 or json.loads(body)["title"] != title:
                lost.append(f"product {number}")
        return lost


class Administrator(Client):
    def __init__(self, soak, pause):
        super().__init__(soak, pause)
        self.uploads = []

    def act(self):
        status, body = self.insist(
            "POST", "/admin/v1/images",
            {"Authorization": f"Bearer {ADMIN}", "Content-Type": FORM},
            form((b'name="file"; filename="a.png"', b"image/png",
                  picture(1_000_000 + len(self.uploads)))))
        if status in (200, 201):
            self.uploads.append(json.loads(body)["url"])
        elif status:
            self.soak.wrong(f"an upload: {status} {body[:200]}")

    def missing(self):
        return [url for url in self.uploads
                if self.insist("GET", "/images/" + url.split("/images/")[1])[0] != 200]


FORM = "multipart/form-data; boundary=x"


def form(*parts):
    """Parts as (name, media type, content)."""
    return b"".join(
        b"--x\r\nContent-Disposition: form-data; " + name + b"\r\nContent-Type: " + kind
        + b"\r\n\r\n" + content + b"\r\n" for name, kind, content in parts) + b"--x--\r\n"


def picture(number):
    """A PNG of 64 by 64 pixels that no other number has."""
    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))
    pixels = random.Random(number).randbytes(64 * 3)
    rows = b"".join(b"\0" + pixels for _ in range(64))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Soak:
    def __init__(self, moa, folder, minutes):
        self.moa, self.folder, self.minutes = moa, folder, minutes
        self.ends, self.over = threading.Event(), threading.Event()
        self.wrongs, self.samples, self.faults = [], [], {}

    def wrong(self, what):
        self.wrongs.append(what)
        print(f"WRONG {what}", file=sys.stderr, flush=True)

    def start(self):
        self.primary, self.standby = Node(f"{self.folder}/a", 5501), Node(f"{self.folder}/b", 5502)
        self.primary.init()
        self.primary.start()
        self.primary.sql("create database moa encoding 'UTF8'")
        self.standby.follow(self.primary)
        self.scratch = f"{self.folder}/scratch"
        os.makedirs(self.scratch)
        run(["mount", "-t", "tmpfs", "-o", "size=48m", "none", self.scratch])
        url = "host=127.0.0.1,127.0.0.1 port=5501,5502 user=moa dbname=moa connect_timeout=5"
        self.environment = {**os.environ, "MOA_DATABASE_URL": url, "TMPDIR": self.scratch,
                            "MOA_ADMIN_TOKEN": ADMIN}
        self.log = open(f"{self.folder}/moa.log", "w")
        self.server = subprocess.Popen(
            [self.moa, "serve", "--port", "0", "--workers", "2", "--demo", "--migrate", "--device-rate", "1000/m",
             "--vendor-images-per-day", "100000", "--drain-delay", "0", "--low-disk-percent", "1"],
            env=self.environment, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.port = int(self.server.stdout.readline().strip().rsplit(":", 1)[1])
        out = subprocess.run([self.moa, "vendor", "create", "--name", "Soak", "--json"],
                             env=self.environment, capture_output=True, text=True, check=True).stdout
        vendor = json.loads(out)
        secret = f"{vendor['identifier']}:{vendor['secret']}"
        self.clients = ([Reader(self, 0.1) for _ in range(8)] + [Searcher(self, 0.3) for _ in range(3)]
                        + [Shopper(self, 0.2) for _ in range(6)] + [Vendor(self, 1, secret)]
                        + [Administrator(self, 3)])
        for client in self.clients:
            client.start()

    # Faults

    def worker_killed(self):
        os.kill(random.choice(self.workers()), signal.SIGKILL)

    def sessions_ended(self):
        self.primary.sql("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'moa'")

    def failover(self):
        self.primary.kill()
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary
        self.standby.follow(self.primary)

    def disk_full(self):
        fill(self.scratch, 20)

    def database_disk_full(self):
        fill(self.primary.disk, 10)
        # It ends when it cannot even write its log; then its service starts it again.
        if self.primary.process.poll() is not None:
            self.primary.start()

    def packets_lost(self):
        run(["nft", "add", "table", "ip", "soak"])
        run(["nft", "add", "chain", "ip", "soak", "in", "{ type filter hook input priority 0; }"])
        run(["nft", "add", "rule", "ip", "soak", "in", "numgen", "random", "mod", "100", "<", "3", "drop"])
        time.sleep(20)
        run(["nft", "delete", "table", "ip", "soak"])

    # Measuring

    def workers(self):
        """Children of all threads of the parent."""
        children = [child for path in glob.glob(f"/proc/{self.server.pid}/task/*/children")
                    for child in open(path).read().split()]
        name = os.path.basename(self.moa)[:15]
        return [int(child) for child in children
                if open(f"/proc/{child}/comm").read().strip() == name]

    def sample(self):
        memory = descriptors = 0
        with contextlib.suppress(OSError):
            for pid in [self.server.pid, *self.workers()]:
                memory += int(open(f"/proc/{pid}/statm").read().split()[1]) * 4096
                descriptors += len(os.listdir(f"/proc/{pid}/fd"))
            sessions = int(self.primary.sql(
                "select count(*) from pg_stat_activity where datname = 'moa'") or 0)
            self.samples.append((time.monotonic(), memory, descriptors, sessions))

    def pass_minutes(self):
        turns = [self.worker_killed, self.sessions_ended, self.failover, self.disk_full,
                 self.packets_lost, self.database_disk_full]
        for minute in range(self.minutes):
            began = time.monotonic()
            fault = turns[minute % len(turns)]
            fault()
            self.faults[fault.__name__] = self.faults.get(fault.__name__, 0) + 1
            while time.monotonic() - began < 60:
                self.wait(5)
                # What a fault has just taken away comes back first.
                if time.monotonic() - began > 40:
                    self.sample()
            print(f"minute {minute + 1}: {fault.__name__}; {sum(c.answered for c in self.clients):,} answered,"
                  f" {sum(c.refused for c in self.clients):,} refused", file=sys.stderr, flush=True)

    def wait(self, seconds):
        time.sleep(seconds)
        if self.server.poll() is not None:
            sys.exit(f"the server ended with {self.server.returncode}")

    def judge(self):
        kept = []

        def promise(what, measured, limit, holds):
            kept.append(holds)
            print(f"| {what} | {measured} | {limit} | {'yes' if holds else 'NO'} |")

        self.ends.set()
        for client in self.clients:
            client.join(90)
        hanging = sum(client.is_alive() for client in self.clients)
        lost = [what for client in self.clients if hasattr(client, "missing")
                for what in client.missing()]
        acknowledged = sum(len(getattr(client, name, ())) for client in self.clients
                           for name in ("liked", "made", "uploads"))
        reasons = {}
        for client in self.clients:
            for reason, count in client.reasons.items():
                reasons[reason] = reasons.get(reason, 0) + count
        faults = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in self.faults.items())
        print(f"\n{self.minutes} minutes; {faults}; {sum(c.answered for c in self.clients):,} requests answered, "
              f"{sum(c.refused for c in self.clients):,} refused or broken: {reasons}\n")
        print("| | measured | promised | kept |\n|---|---|---|---|")
        longest = max(client.longest for client in self.clients)
        promise("longest time in which one client got no answer", f"{longest:.1f} s", f"{REFUSED_MAX} s",
                longest <= REFUSED_MAX)
        promise("clients that wait at the end", hanging, 0, hanging == 0)
        promise("answers that should not be", len(self.wrongs), 0, not self.wrongs)
        promise(f"lost of {acknowledged:,} acknowledged likes, products and pictures", len(lost), 0, not lost)
        for name, column in (("memory, MB", 1), ("descriptors", 2)):
            first, last = self.grown(column)
            factor = 1e6 if column == 1 else 1
            promise(f"{name}, after a fifth and in the last fifth", f"{first / factor:.0f}, {last / factor:.0f}",
                    f"{GROWTH_MAX} times", last <= max(first * GROWTH_MAX, first + 4))
        # A pool grows when statements are held up, and keeps what it has opened; so its bound counts.
        sessions = max(sample[3] for sample in self.samples)
        promise("most sessions of the database", sessions, SESSIONS_MAX, sessions <= SESSIONS_MAX)
        self.server.send_signal(signal.SIGTERM)
        status = self.server.wait(60)
        promise("exit status", status, 0, status == 0)
        return all(kept)

    def grown(self, column):
        fifth = max(1, len(self.samples) // 5)
        values = [sample[column] for sample in self.samples]
        return statistics.median(values[fifth:2 * fifth] or values), statistics.median(values[-fifth:])

    def stop(self):
        self.over.set()
        if self.server.poll() is None:
            self.server.kill()
        self.primary.kill()
        self.standby.kill()


def run(command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def fill(disk, seconds):
    """Leaves no byte of it free for so long."""
    filler = f"{disk}/filler"
    with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as file:
        os.posix_fallocate(file.fileno(), 0, max(1, shutil.disk_usage(disk).free - (1 << 20)))
        file.seek(0, os.SEEK_END)
        while True:
            file.write(bytes(4_096))
    time.sleep(seconds)
    os.remove(filler)


def until(what, holds, seconds=60):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            sys.exit(f"{what} did not come within {seconds} s")
        time.sleep(0.2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("moa")
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.inside:
        os.execvp("unshare", ["unshare", "--net", "--mount", sys.executable, *sys.argv, "--inside"])
    run(["ip", "link", "set", "lo", "up"])
    folder = tempfile.mkdtemp(prefix="moa-soak-")
    os.chmod(folder, 0o755)
    soak = Soak(os.path.abspath(options.moa), folder, options.minutes)
    kept = False
    try:
        soak.start()
        soak.pass_minutes()
        kept = soak.judge()
    finally:
        with contextlib.suppress(AttributeError):
            soak.stop()
        if kept:
            for disk in (soak.scratch, soak.primary.disk, soak.standby.disk):
                subprocess.run(["umount", "--lazy", disk], check=False)
            shutil.rmtree(folder, ignore_errors=True)
        else:
            print(f"see {folder}", file=sys.stderr)
    sys.exit(0 if kept else 1)


main()
