"""Whether the running shop keeps its contract: `contract.py PROGRAM`.

The documents, also those of dialects, must be OpenAPI 3.1, and whatever schemathesis makes of ours must be answered with a
declared status and a declared type: by an anonymous client first, then in all phases by an administrator, and what
devices may ask for by a device. What fits its schema is served, or refused for a reason that `refusals.py` names.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

import demo

PLACE = pathlib.Path(__file__).parent.resolve()
TOOLS = pathlib.Path(sys.executable).parent.absolute()
# Generated cases of each operation and phase; at least two thousand in all.
EXAMPLES = 10


def check(address, text, *arguments, refusals=PLACE / "refusals.py", output=None):
    # It leaves notes where it runs.
    with tempfile.TemporaryDirectory() as place:
        contract = pathlib.Path(place, "openapi.json")
        contract.write_text(json.dumps(without_defaults(json.loads(text))))
        command = [
            TOOLS / "schemathesis", "--config-file", PLACE / "schemathesis.toml", "run", contract,
            "--url", address, "--max-examples", str(EXAMPLES), "--seed", "1", *arguments,
        ]
        environment = dict(os.environ, SCHEMATHESIS_HOOKS=str(refusals))
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=output, cwd=place, env=environment).returncode == 0


def finds_unnamed_refusals(address, text):
    """Whether the check fails for a refusal once it has no name: cursors that were made up are always refused."""
    with tempfile.TemporaryDirectory() as place:
        refusals, output = pathlib.Path(place, "refusals.py"), pathlib.Path(place, "output")
        names = (PLACE / "refusals.py").read_text()
        refusals.write_text(names.replace("invalid_cursor", "another_code"))
        with output.open("wb") as stream:
            passed = check(address, text, "--include-path", "/v1/products", "--phases", "fuzzing",
                           refusals=refusals, output=stream)
        return not passed and "A valid request was refused: ['invalid_cursor" in output.read_text()


def without_defaults(document):
    """Every status would do where `default` is declared, and none of those is one that a route gives."""
    for operations in document["paths"].values():
        for operation in operations.values():
            del operation["responses"]["default"]
    return document


def of_devices(document):
    """Matches the paths on which a device may ask for something."""
    paths = [path for path, operations in document["paths"].items()
             if any({"device": []} in operation.get("security", []) for operation in operations.values())]
    return "^(%s)$" % "|".join(map(re.escape, ["/v1/devices", *paths]))


def read(url):
    with urllib.request.urlopen(url) as answer:
        return answer.read()


def is_openapi(text):
    validator = subprocess.run([TOOLS / "openapi-spec-validator", "-"], input=text)
    return validator.returncode == 0


def main():
    with demo.running(sys.argv[1]) as address:
        text = read(f"{address}/openapi.json")
        device = json.loads(read(urllib.request.Request(f"{address}/v1/devices", method="POST")))["token"]
        dialects = json.loads(read(address))["dialect_contracts"]
        passed = all([is_openapi(text), *(is_openapi(read(address + path)) for path in dialects)])
        if not finds_unnamed_refusals(address, text):
            raise SystemExit("a refusal that has no name was not found")
        # Most operations refuse an anonymous client: the phases of edges and sequences need somebody who may ask.
        passed &= check(address, text, "--phases", "examples,fuzzing")
        passed &= check(address, text, "-H", f"Authorization: Bearer {demo.TOKEN}")
        passed &= check(address, text, "-H", f"Authorization: Bearer {device}",
                        "--include-path-regex", of_devices(json.loads(text)),
                        # The other checks would go on without a device.
                        "--exclude-operation-id", "removeDevice")
    raise SystemExit(0 if passed else 1)


if __name__ == "__main__":
    main()
