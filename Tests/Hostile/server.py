"""A server under attack: started here, looked at from outside, stopped here."""
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time

TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A child that prints `listening on http://127.0.0.1:PORT`; ended by `stop`."""

    def __init__(self, command, **more):
        self.process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE,
                                        start_new_session=True, **more)
        line = self.process.stdout.readline()
        if "listening on" not in line:
            sys.exit(f"{command} did not start: {line!r}")
        self.pid = self.process.pid
        self.port = int(line.strip().rsplit(":", 1)[1])

    def stop(self, number=signal.SIGKILL):
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(60)

    @property
    def is_running(self):
        return self.process.poll() is None

    def memory(self, name="VmRSS"):
        """KiB; VmHWM is the most there was since `forget_peak`."""
        for line in open(f"/proc/{self.pid}/status"):
            if line.startswith(name + ":"):
                return int(line.split()[1])
        sys.exit(f"no {name} of {self.pid}")

    def forget_peak(self):
        with open(f"/proc/{self.pid}/clear_refs", "w") as file:
            file.write("5")

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def processor_seconds(self):
        fields = open(f"/proc/{self.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def connect(self, source=None, timeout=10.0, receive_buffer=None):
        client = socket.socket()
        client.settimeout(timeout)
        if receive_buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        if source:
            client.setsockopt(socket.IPPROTO_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT
            client.bind((source, 0))
        client.connect(("127.0.0.1", self.port))
        return client


@contextlib.contextmanager
def bare(binary, *limits, prefix=()):
    """The bare engine."""
    server = Server([*prefix, binary, "0", *limits])
    try:
        yield server
    finally:
        server.stop()


def request(path, *fields, method="GET"):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *fields]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def answer(client):
    """Reads one answer with Content-Length, or to the end: (status or None, closes, bytes)."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = client.recv(65536)
        if not piece:
            return None, True, data
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    fields = head.lower().split(b"\r\n")
    length = next((int(f[15:]) for f in fields if f.startswith(b"content-length:")), 0)
    while len(body) < length:
        piece = client.recv(65536)
        if not piece:
            return None, True, data
        body += piece
    return int(head.split()[1]), b"connection: close" in fields, body


def until(condition, seconds):
    """Waits for a condition and returns how long it took, or None."""
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        if condition():
            return time.monotonic() - start
        time.sleep(0.01)
    return None
