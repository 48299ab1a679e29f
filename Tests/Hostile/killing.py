"""Workers that are killed under load: who loses what, and for how long."""
import json
import os
import signal
import statistics
import subprocess
import tempfile
import threading
import time

from clients import Crowd
from server import Server, until

KILLS_EACH = 10  # Five of each of two slots are followed at once; a sixth would wait for a second.


class Log(threading.Thread):
    """The lines of a server's log, each with the moment at which it came."""

    def __init__(self, stream):
        super().__init__(daemon=True)
        self.stream, self.lines = stream, []
        self.start()

    def run(self):
        for line in self.stream:
            moment = time.monotonic()
            try:
                self.lines.append((moment, json.loads(line)))
            except ValueError:
                continue

    def serving(self):
        """The workers that serve, the oldest first, and since when."""
        workers = {}
        for moment, line in list(self.lines):
            if line.get("event") == "worker_serves":
                workers[int(line["process"])] = moment
            elif line.get("event") in ("worker_died", "worker_left"):
                workers.pop(int(line["process"]), None)
        return workers


class WatchedCrowd(Crowd):
    """Also notes the ports of the connections that have lost a request."""

    def __init__(self, server, path):
        self.here, self.losers = threading.local(), []
        super().__init__(server, path)

    def exchange(self, client):
        self.here.port = client.getsockname()[1]
        return super().exchange(client)

    def count(self, what):
        super().count(what)
        if what in ("lost", "torn"):
            self.losers.append(self.here.port)

    def finish(self):
        self.ends.set()
        for thread in self.threads:
            thread.join(15)


def clients_of(process, port):
    """The ports of the clients whose connections a process has."""
    sockets = set()
    for name in os.listdir(f"/proc/{process}/fd"):
        link = os.readlink(f"/proc/{process}/fd/{name}")
        if link.startswith("socket:["):
            sockets.add(link[8:-1])
    rows = [line.split() for line in open("/proc/net/tcp").read().splitlines()[1:]]
    return {int(row[2].split(":")[1], 16) for row in rows
            if row[9] in sockets and int(row[1].split(":")[1], 16) == port}


def kill_one(server, log):
    """(seconds until another one serves in its place or None, the ports of whom it served)"""
    victim, *others = log.serving()
    # Stopped first: what it has then is what it has when it dies.
    os.kill(victim, signal.SIGSTOP)
    until(lambda: open(f"/proc/{victim}/stat").read().rsplit(")", 1)[1].split()[0] == "T", 5)
    ports = clients_of(victim, server.port)
    began = time.monotonic()
    os.kill(victim, signal.SIGKILL)
    until(lambda: set(log.serving()) - {victim, *others}, 30)
    new = [moment for process, moment in log.serving().items() if process not in (victim, *others)]
    return (new[0] - began if new else None), ports


def worker_kill(program, promise):
    """Twenty kills; `promise` takes a row of the table."""
    times, lost, strangers, refused, answered = [], 0, 0, 0, 0
    for _ in range(2):
        with tempfile.TemporaryDirectory(prefix="moa-hostile-") as folder:
            os.chmod(folder, 0o755)
            server = Server([program, "serve", "--port", "0", "--workers", "2", "--drain-delay",
                             "0", "--data-dir", f"{folder}/moa"], stderr=subprocess.PIPE)
            log = Log(server.process.stderr)
            until(lambda: len(log.serving()) == 2, 10)
            crowd = WatchedCrowd(server, "/livez")
            victims = set()
            for _ in range(KILLS_EACH):
                time.sleep(0.5)
                seconds, ports = kill_one(server, log)
                times.append(seconds or 30)
                victims |= ports
            crowd.finish()
            server.stop(signal.SIGTERM)
            lost += len(crowd.losers)
            strangers += len(set(crowd.losers) - victims)
            refused += crowd.counts["refused before"]
            answered += crowd.counts["answered"]
    promise("worker kill", f"refused in {len(times)} kills of a worker, {answered} answered",
            refused, "0", refused == 0)
    promise("worker kill", f"of {lost} requests lost on connections of other workers", strangers,
            "0", strangers == 0)
    middle, slowest = statistics.median(times) * 1000, max(times) * 1000
    promise("worker kill", f"until another one serves (median {middle:.0f} ms)",
            f"{slowest:.0f} ms", "<= 300 ms", slowest <= 300)
