"""Those who behave, beside those who do not."""
import collections
import contextlib
import os
import signal
import threading
import time

from server import answer, request, until


class NormalClient(threading.Thread):
    """Asks for a small answer a hundred times a second, by turns on a kept and on a new
    connection, and notes how long each took."""

    def __init__(self, server, path="/livez"):
        super().__init__(daemon=True)
        self.server, self.path = server, path
        self.times, self.failures = [], []
        self.ends = threading.Event()
        self.start()

    def run(self):
        kept, number = None, 0
        while not self.ends.is_set():
            number += 1
            start = time.monotonic()
            try:
                if number % 2:
                    kept = kept or self.server.connect()
                    status, closes, _ = self.ask(kept)
                    if closes:
                        kept = kept.close()
                else:
                    with self.server.connect() as fresh:
                        status, _, _ = self.ask(fresh)
                if status != 200:
                    self.failures.append(f"status {status}")
            except OSError as error:
                kept = None
                self.failures.append(repr(error))
            self.times.append(time.monotonic() - start)
            time.sleep(0.01)

    def ask(self, client):
        client.sendall(request(self.path))
        return answer(client)

    def finish(self):
        """(requests, p99 in ms, failures)"""
        self.ends.set()
        self.join()
        times = sorted(self.times)
        return len(times), times[int(0.99 * (len(times) - 1))] * 1000, self.failures


@contextlib.contextmanager
def holding(server, count, data, reads):
    """So many open connections, each having sent `bytes`, from twenty addresses."""
    clients = []
    try:
        for number in range(count):
            client = server.connect(source=f"127.0.1.{2 + number % 20}")
            client.sendall(data)
            if reads:
                client.recv(4096)
            clients.append(client)
        yield clients
    finally:
        for client in clients:
            client.close()


class Crowd:
    """Clients on kept connections that ask until nobody listens any more, while the server is
    told to stop; what each connection loses is counted."""

    def __init__(self, server, path, count=16):
        self.server, self.path = server, path
        self.counts = collections.Counter()
        self.lock = threading.Lock()
        self.is_told = False
        self.ends = threading.Event()
        self.threads = [threading.Thread(target=self.work, daemon=True) for _ in range(count)]
        for thread in self.threads:
            thread.start()

    def count(self, what):
        with self.lock:
            self.counts[what] += 1

    def work(self):
        client = None
        while not self.ends.is_set():
            try:
                client = client or self.server.connect()
            except OSError:
                self.count("refused after" if self.is_told else "refused before")
                time.sleep(0.02)
                continue
            if not self.exchange(client):
                client = client.close()
            time.sleep(0.005)

    def exchange(self, client):
        """Whether the connection can be used again."""
        if self.is_closed(client):
            return False
        try:
            client.sendall(request(self.path))
            status, closes, data = answer(client)
        except OSError:
            status, closes, data = None, True, b""
        if status is None:
            self.count("torn" if data else "lost")
        else:
            self.count("5xx" if status >= 500 else "answered")
        return not closes

    @staticmethod
    def is_closed(client):
        """An idle connection may be closed before the request, never behind it."""
        client.setblocking(False)
        try:
            return client.recv(1, 2) == b""  # MSG_PEEK
        except BlockingIOError:
            return False
        except OSError:
            return True
        finally:
            client.settimeout(10)

    def stop_server(self, before):
        """Returns the seconds that the process took to end."""
        time.sleep(before)
        self.is_told = True
        os.kill(self.server.pid, signal.SIGTERM)
        seconds = until(lambda: not self.server.is_running, 60)
        time.sleep(0.2)
        self.ends.set()
        for thread in self.threads:
            thread.join(15)
        return seconds
