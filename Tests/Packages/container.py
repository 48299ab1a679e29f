"""The image as a container: unpacked by umoci, run by runc; where that cannot be, by unshare and chroot."""

import json
import pathlib
import shutil
import signal
import subprocess
import tempfile

import asking


class Image:
    """A loaded image, whose root nobody may write in."""

    def __init__(self, archive, version):
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="moa-image-"))
        layout = self.place / "layout"
        layout.mkdir()
        subprocess.run(["tar", "-xf", archive, "-C", layout], check=True)
        # It also compares every digest.
        subprocess.run(["umoci", "unpack", "--image", f"{layout}:{version}", self.place / "bundle"], check=True)
        self.root = self.place / "bundle/rootfs"
        self.runs = json.loads((self.place / "bundle/config.json").read_text())
        self.config = self.blob(layout, self.blob(layout, self.index(layout))["config"])
        self.way = self.choose_way()

    @staticmethod
    def index(layout):
        return json.loads((layout / "index.json").read_text())["manifests"][0]

    @staticmethod
    def blob(layout, part):
        return json.loads((layout / "blobs" / part["digest"].replace(":", "/")).read_text())

    def choose_way(self):
        self.way = "runc"
        trial = Container(self, ["version"])
        if trial.ended() == 0:
            print("The image runs by runc.")
            return "runc"
        print(f"runc cannot run containers here ({trial.log().strip()}): the image runs by unshare and chroot.")
        return "unshare"

    def close(self):
        shutil.rmtree(self.place)


class Container:
    """The entry point of an image with these words and variables, its root read-only, `/tmp` in memory."""

    count = 0

    def __init__(self, image, words, variables={}):
        Container.count += 1
        self.name = f"moa-packages-{Container.count}"
        self.image = image
        self.output = tempfile.TemporaryFile()
        settings = image.config["config"]
        self.variables = [*settings["Env"], *(f"{name}={value}" for name, value in variables.items())]
        words = [*settings["Entrypoint"], *words]
        command = self.by_runc(words) if image.way == "runc" else self.by_unshare(words)
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self.output, stderr=subprocess.STDOUT)

    def by_runc(self, words):
        run = json.loads(json.dumps(self.image.runs))
        run["root"]["readonly"] = True
        run["process"] |= {"terminal": False, "args": words, "env": self.variables, "capabilities": {}, "rlimits": []}
        run["linux"]["namespaces"] = [kind for kind in run["linux"]["namespaces"] if kind["type"] != "network"]
        run["mounts"].append({"destination": "/tmp", "type": "tmpfs", "source": "tmpfs", "options": ["mode=1777"]})
        (self.image.place / "bundle/config.json").write_text(json.dumps(run))
        return ["runc", "run", "--bundle", self.image.place / "bundle", self.name]

    def by_unshare(self, words):
        account = self.image.config["config"]["User"]
        walls = """
            mount --bind "$0" "$0" && mount -t proc proc "$0/proc" && mount -t tmpfs -o mode=1777 tmpfs "$0/tmp" \
            && mount --rbind /dev "$0/dev" && mount -o remount,ro,bind "$0" && exec "$@"
        """
        return [
            "unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private", "sh", "-c", walls,
            self.image.root, "env", "-i", *self.variables, shutil.which("chroot"), f"--userspec={account}", "--groups=",
            self.image.root, *words,
        ]

    @property
    def first(self):
        """The number that process 1 of the container has outside."""
        if self.image.way == "runc":
            state = subprocess.run(["runc", "state", self.name], check=True, stdout=subprocess.PIPE).stdout
            return json.loads(state)["pid"]
        parent = self.process.pid
        return int(pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()[0])

    def run(self, *words):
        """The exit status of another program in it."""
        account, group = self.image.config["config"]["User"].split(":")
        way = ["runc", "exec", self.name] if self.image.way == "runc" else [
            "env", "-i", *self.variables, shutil.which("nsenter"), f"--target={self.first}", "--mount", "--pid", "--root",
            f"--setuid={account}", f"--setgid={group}"]
        return subprocess.run([*way, *words], stdin=subprocess.DEVNULL, capture_output=True).returncode

    def status(self, name):
        """A line of what the system says of process 1."""
        lines = pathlib.Path(f"/proc/{self.first}/status").read_text().splitlines()
        return next(line.split(":", 1)[1].split() for line in lines if line.startswith(name + ":"))

    def log(self):
        self.output.seek(0)
        return self.output.read().decode()

    def ended(self):
        """Its exit status."""
        return self.process.wait(asking.PATIENCE)

    def stop(self):
        """As runtimes stop a container; its exit status."""
        subprocess.run(["kill", f"-{signal.SIGTERM}", str(self.first)], check=True)
        return self.ended()

    def close(self):
        if self.process.poll() is None:
            subprocess.run(["kill", "-9", str(self.first)])
            self.ended()
        self.output.close()

    def wait_until_ready(self):
        def is_ready():
            assert self.process.poll() is None, self.log()
            return asking.status("/readyz") == 200

        asking.waiting("a container that is ready", is_ready)
