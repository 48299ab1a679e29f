"""Starts moa and its yardsticks on free ports; whoever owns the stack stops them."""
import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


class Server:
    """A running server: its process, and where it listens."""

    def __init__(self, name, pid, base):
        self.name, self.pid, self.base = name, pid, base


def free_port():
    """A port outside the range that clients get theirs from: nobody connects to itself."""
    for port in range(18_600, 19_600):
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    sys.exit("no port is free")


def start(stack, command, ready=None, **options):
    """Starts a server, waits for its line when it prints one, and returns (pid, line)."""
    process = subprocess.Popen(command, text=True, start_new_session=True,
                               stdout=subprocess.PIPE if ready else subprocess.DEVNULL, **options)

    def stop():
        process.send_signal(signal.SIGTERM)
        process.wait(40)

    stack.callback(stop)
    line = process.stdout.readline() if ready else ""
    if ready and ready not in line:
        sys.exit(f"{command[0]} did not start: {line!r}")
    return process.pid, line


def wait_for(port):
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    sys.exit(f"nothing listens on port {port}")


def start_moa(stack, binary, folder, name, *flags, log=None, data=None):
    command = [binary, "serve", "--port", "0", "--data-dir", data or tempfile.mkdtemp(dir=folder),
               "--drain-delay", "0", *flags]
    options = {}
    if log:
        options["stderr"] = stack.enter_context(open(log, "w"))
    else:
        command += ["--log-level", "warning"]
    pid, line = start(stack, command, "listening on", **options)
    return Server(name, pid, line.split()[-1])


def start_engine(stack, binary):
    """The engine alone, without an application."""
    port = free_port()
    pid, _ = start(stack, [binary, str(port)], "listening on")
    return Server("engine", pid, f"http://127.0.0.1:{port}")


def start_nginx(stack, folder, size):
    port = free_port()
    os.makedirs(f"{folder}/www", exist_ok=True)
    with open(f"{folder}/www/fixed8k", "w") as file:
        file.write("x" * size)
    text = open(f"{HERE}/peers/nginx.conf").read()
    with open(f"{folder}/nginx.conf", "w") as file:
        file.write(text.replace("@DIR@", folder).replace("@PORT@", str(port)))
    pid, _ = start(stack, ["nginx", "-c", f"{folder}/nginx.conf"])
    wait_for(port)
    return Server("nginx", pid, f"http://127.0.0.1:{port}")


def start_go(stack, folder):
    port = free_port()
    environment = dict(os.environ, GO111MODULE="off", GOFLAGS="", GOCACHE=f"{folder}/cache")
    build = ["go", "build", "-o", f"{folder}/peer", f"{HERE}/peers/main.go"]
    subprocess.run(build, env=environment, check=True)
    pid, _ = start(stack, [f"{folder}/peer", f"127.0.0.1:{port}"])
    wait_for(port)
    return Server("Go net/http", pid, f"http://127.0.0.1:{port}")


def start_hummingbird(stack):
    """Builds the first time, which takes minutes; the build stays beside our own."""
    scratch = os.path.abspath(f"{HERE}/../../.build/peer")
    build = ["swift", "build", "-c", "release", "--package-path", f"{HERE}/peers/swift",
             "--scratch-path", scratch]
    subprocess.run(build, check=True, stdout=sys.stderr)
    port = free_port()
    environment = dict(os.environ, PEER_PORT=str(port))
    pid, _ = start(stack, [f"{scratch}/release/Peer"], env=environment)
    wait_for(port)
    return Server("Hummingbird 2", pid, f"http://127.0.0.1:{port}")
