"""What the tests of packages ask a shop, and how they wait for it."""

import json
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ADDRESS = "http://127.0.0.1:8080"
# The vendor that the demo shop has for everybody to try.
VENDOR = "c0ffee00-5eed-11f0-8000-0242ac120002:moa-demo-secret"


# How long anything may take, in seconds: other tests keep the machine busy.
PATIENCE = 180


def waiting(what, question):
    """The first answer of `question` that is true."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if answer := question():
            return answer
        time.sleep(0.1)
    raise AssertionError(f"waited {PATIENCE} seconds for {what}")


def status(path, address=ADDRESS):
    """Of a GET; None where nobody answers."""
    try:
        with urllib.request.urlopen(address + path, timeout=PATIENCE) as answer:
            return answer.status
    except urllib.error.HTTPError as refusal:
        return refusal.code
    except OSError:
        return None


def redirection(url):
    """Where a GET is sent instead; None where it is answered."""
    told = subprocess.run(
        ["curl", "--silent", "--output", "/dev/null", "--write-out", "%{redirect_url}", url], text=True,
        check=True, stdout=subprocess.PIPE)
    return told.stdout or None


def registered_product(address=ADDRESS):
    """A product with a photograph, as the vendor's app sends it, and what the shop says of it."""
    with tempfile.NamedTemporaryFile(suffix=".jpg") as picture:
        subprocess.run(["vips", "gaussnoise", picture.name, "900", "700"], check=True)
        answer = subprocess.run(
            ["curl", "--silent", "--show-error", "--insecure", "--max-time", str(PATIENCE), "-u", VENDOR,
             "-F", 'params={"title":"머그컵","price":12000,"currency":"KRW","stock":5}',
             "-F", f"images=@{picture.name};type=image/jpeg", f"{address}/v1/products"],
            check=True, stdout=subprocess.PIPE)
    return json.loads(answer.stdout)
