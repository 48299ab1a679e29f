"""The demo shop on a free port, for the checks of its contract and its pages."""

import contextlib
import os
import pathlib
import re
import subprocess
import tempfile
import time

# Of the vendor that the demo shop has for everybody.
VENDOR = "c0ffee00-5eed-11f0-8000-0242ac120002"
SECRET = "moa-demo-secret"
TOKEN = "an-administrators-token-of-the-checks-0123456789"


@contextlib.contextmanager
def running(program, *flags):
    """Starts the shop, with more flags, and gives its address; whatever happens, it is stopped and its data removed."""
    with tempfile.TemporaryDirectory(prefix="moa-") as place:
        # The private PostgreSQL of root is another user.
        os.chmod(place, 0o711)
        output = pathlib.Path(place, "output")
        command = [program, "serve", "--demo", "--port", "0", "--drain-delay", "0", *flags]
        environment = dict(os.environ, MOA_ADMIN_TOKEN=TOKEN)
        environment.pop("MOA_DATABASE_URL", None)
        with output.open("wb") as stream:
            server = subprocess.Popen(
                [*command, "--data-dir", str(pathlib.Path(place, "data"))],
                stdout=stream, stderr=subprocess.STDOUT, env=environment)
        try:
            yield address(server, output)
        finally:
            server.terminate()
            server.wait(150)


def address(server, output):
    for _ in range(1500):
        found = re.search(r"listening on (http://\S+)", output.read_text())
        if found:
            return found.group(1)
        if server.poll() is not None:
            break
        time.sleep(0.1)
    raise SystemExit(f"the server did not start:\n{output.read_text()}")
