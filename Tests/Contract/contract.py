"""Whether the running shop keeps its contract: `contract.py PROGRAM`.

The document must be OpenAPI 3.1, and whatever schemathesis makes of it must be answered with a
declared status and a declared type: by nobody in particular first, and then by an administrator.
"""

import pathlib
import subprocess
import sys
import tempfile
import urllib.request

import demo

PLACE = pathlib.Path(__file__).parent.resolve()
TOOLS = pathlib.Path(sys.executable).parent.absolute()
# Generated cases of each operation and phase; at least two thousand in all.
EXAMPLES = 60


def check(address, *arguments):
    command = [
        TOOLS / "schemathesis", "--config-file", PLACE / "schemathesis.toml", "run",
        f"{address}/openapi.json", "--max-examples", str(EXAMPLES), "--seed", "1", *arguments,
    ]
    # It leaves notes where it runs.
    with tempfile.TemporaryDirectory() as place:
        return subprocess.run(command, stdin=subprocess.DEVNULL, cwd=place).returncode == 0


def main():
    with demo.running(sys.argv[1]) as address:
        with urllib.request.urlopen(f"{address}/openapi.json") as answer:
            text = answer.read()
        validator = subprocess.run([TOOLS / "openapi-spec-validator", "-"], input=text)
        passed = validator.returncode == 0
        passed &= check(address)
        passed &= check(address, "-H", f"Authorization: Bearer {demo.TOKEN}")
    raise SystemExit(0 if passed else 1)


if __name__ == "__main__":
    main()
