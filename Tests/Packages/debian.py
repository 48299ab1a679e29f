"""The Debian package: what is in it, and how it is installed, upgraded and taken away."""

import functools
import gzip
import hashlib
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

import asking
import database

FILES = {
    "/usr/lib/systemd/system/moa-backup.service": "-rw-r--r--",
    "/usr/lib/systemd/system/moa-backup.timer": "-rw-r--r--",
    "/usr/lib/systemd/system/moa.service": "-rw-r--r--",
    "/usr/lib/systemd/system/moa.socket": "-rw-r--r--",
    "/usr/bin/moa": "-rwxr-xr-x",
    "/usr/sbin/moa-service": "-rwxr-xr-x",
    "/usr/share/doc/moa/CHANGELOG.md.gz": "-rw-r--r--",
    "/usr/share/doc/moa/README.Debian.gz": "-rw-r--r--",
    "/usr/share/doc/moa/changelog.gz": "-rw-r--r--",
    "/usr/share/doc/moa/copyright": "-rw-r--r--",
    "/usr/share/doc/moa/examples/caddy/Caddyfile": "-rw-r--r--",
    "/usr/share/doc/moa/examples/environment": "-rw-r--r--",
    "/usr/share/doc/moa/examples/grafana/moa.json": "-rw-r--r--",
    "/usr/share/doc/moa/examples/haproxy/haproxy.cfg": "-rw-r--r--",
    "/usr/share/doc/moa/examples/nginx/moa.conf": "-rw-r--r--",
    "/usr/share/doc/moa/examples/patroni/etcd.env": "-rw-r--r--",
    "/usr/share/doc/moa/examples/patroni/patroni.yml": "-rw-r--r--",
    "/usr/share/doc/moa/examples/postgresql/roles.sql": "-rw-r--r--",
    "/usr/share/doc/moa/examples/prometheus/moa.rules.yml": "-rw-r--r--",
    "/usr/share/doc/moa/examples/prometheus/prometheus.yml": "-rw-r--r--",
    "/usr/share/man/man1/moa.1.gz": "-rw-r--r--",
    "/usr/share/man/man8/moa-service.8.gz": "-rw-r--r--",
}


def use(program, made, fresh, server):
    PackageTests.program, PackageTests.made = program, made
    LifeTests.made, LifeTests.fresh, LifeTests.server = made, fresh, server


def package(made, build="first"):
    return next((made / build).glob("*.deb"))


class PackageTests(unittest.TestCase):
    def test_equal_inputs_make_equal_bytes(self):
        first, second = (package(self.made, build).read_bytes() for build in ("first", "second"))
        self.assertEqual(hashlib.sha256(first).digest(), hashlib.sha256(second).digest())

    def test_lintian_has_nothing_to_say(self):
        judged = subprocess.run(
            ["lintian", "--allow-root", "--fail-on", "error,warning", package(self.made)], text=True,
            stdout=subprocess.PIPE)
        self.assertEqual((judged.returncode, judged.stdout), (0, ""))

    def test_it_has_these_files_and_all_are_roots(self):
        listed = subprocess.check_output(["dpkg-deb", "--contents", package(self.made)], text=True).splitlines()
        words = [line.split(maxsplit=5) for line in listed if not line.startswith("d")]
        self.assertEqual({path.removeprefix("."): mode for mode, _, _, _, _, path in words}, FILES)
        self.assertEqual({account for _, account, *_ in words}, {"root/root"})

    def test_its_version_is_that_of_the_program(self):
        version = json.loads(subprocess.check_output([self.program, "version", "--json"]))["version"]
        told = subprocess.check_output(["dpkg-deb", "--field", package(self.made), "Version"], text=True)
        self.assertEqual(told.strip(), version)

    def test_its_manual_names_every_command(self):
        tree = json.loads(subprocess.check_output([self.program, "--experimental-dump-help"]))["command"]
        commands = {command["commandName"] for command in tree["subcommands"]} - {"help"}
        archive = subprocess.check_output(["dpkg-deb", "--fsys-tarfile", package(self.made)])
        manual = subprocess.check_output(["tar", "-xO", "./usr/share/man/man1/moa.1.gz"], input=archive)
        text = gzip.decompress(manual).decode().replace("\\-", "-")
        named = set(re.findall(r"[a-z-]+", " ".join(re.findall(r"^\.TP\n\.BR? (.*)$", text, re.MULTILINE))))
        self.assertEqual(commands - named, set())


class Machine:
    """A fresh Debian without systemd, which is started by hand as its unit says."""

    def __init__(self, archive):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="moa-debian-"))
        subprocess.run(["tar", "-xf", archive, "-C", self.root], check=True)
        for place in ("proc", "dev"):
            subprocess.run(["mount", "--rbind", f"/{place}", self.root / place], check=True)

    def close(self):
        for place in ("proc", "dev"):
            subprocess.run(["umount", "--recursive", self.root / place], check=True)
        shutil.rmtree(self.root)

    def path(self, path):
        return self.root / path.lstrip("/")

    def run(self, *words, status=0, **options):
        """What it says, on both outputs."""
        run = subprocess.run(
            ["chroot", self.root, *words], text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}, **options)
        assert run.returncode == status, f"{words} ended with {run.returncode}: {run.stdout}"
        return run.stdout

    def install(self, file):
        shutil.copy(file, self.path("/tmp/moa.deb"))
        # What it depends on is there already: there is no network. A question would find no answer.
        return self.run("apt-get", "install", "--yes", "--no-install-recommends", "/tmp/moa.deb")

    def forget(self):
        """As if moa had never been there."""
        self.run("dpkg", "--purge", "moa")
        self.run("sh", "-c", "rm -rf /var/lib/moa; ! id moa >/dev/null 2>&1 || deluser --system moa")

    def state(self):
        return self.run("sh", "-c", "dpkg-query --show --showformat '${db:Status-Status}' moa || true")

    @property
    def variables(self):
        """Of the service: those of its unit, and over them those of the file that it names."""
        unit = self.path("/usr/lib/systemd/system/moa.service").read_text()
        lines = re.findall("^Environment=(.*)$", unit, re.MULTILINE)
        file = re.search("^EnvironmentFile=-(.*)$", unit, re.MULTILINE)[1]
        lines += [line for line in self.path(file).read_text().splitlines() if line and not line.startswith("#")]
        return dict(line.split("=", 1) for line in lines)

    def as_service(self, *words):
        """A command line with the account and the settings of the service."""
        settings = [f"{name}={value}" for name, value in self.variables.items()]
        return ["chroot", "--userspec=moa:moa", self.root, "env", "-i", "PATH=/usr/bin:/bin", *settings, *words]

    def start(self):
        unit = self.path("/usr/lib/systemd/system/moa.service").read_text()
        return subprocess.Popen(
            self.as_service(*shlex.split(re.search("^ExecStart=(.*)$", unit, re.MULTILINE)[1])),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class LifeTests(unittest.TestCase):
    """What README.Debian says, on a machine that has never seen moa."""

    @classmethod
    def setUpClass(cls):
        cls.machine = Machine(cls.fresh)
        cls.addClassCleanup(cls.machine.close)

    def setUp(self):
        self.addCleanup(self.machine.forget)

    @functools.cached_property
    def newer(self):
        """The same package as the next version, 0.1.1 after 0.1.0, which explains its settings in other words."""
        place = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        subprocess.run(["dpkg-deb", "--raw-extract", package(self.made), place / "newer"], check=True)
        control = place / "newer/DEBIAN/control"
        control.write_text(re.sub(r"^(Version: .*\.)(\d+)$", lambda version: f"{version[1]}{int(version[2]) + 1}",
                                  control.read_text(), flags=re.MULTILINE))
        with open(place / "newer/usr/share/doc/moa/examples/environment", "a") as file:
            file.write("# A remark of the next version.\n")
        with open(place / "newer/DEBIAN/postinst", "r+") as file:
            text = file.read().replace("# Settings of the service moa", "# All settings of the service moa")
            file.seek(0)
            file.write(text)
        subprocess.run(
            ["dpkg-deb", "-Znone", "--build", place / "newer", place / "newer.deb"], check=True, stdout=subprocess.DEVNULL)
        return place / "newer.deb"

    def test_it_serves_a_shop_behind_nginx_with_an_external_database(self):
        machine = self.machine
        told = machine.install(package(self.made))
        self.assertIn("README.Debian", told)
        self.server.shop("packaged")
        machine.run("moa", "migrate", "--database-url", database.OWNER.format("packaged"))
        with open(machine.path("/etc/moa/environment"), "a") as file:
            file.write(f"MOA_DATABASE_URL={database.SERVER.format('packaged')}\nMOA_DEMO=true\nMOA_DRAIN_DELAY=0\n")
        doctor = subprocess.run(machine.as_service("moa", "doctor"), text=True, stdout=subprocess.PIPE)
        self.assertEqual(doctor.returncode, 0, doctor.stdout)
        created = subprocess.run(
            machine.as_service("moa", "token", "create", "--name", "office", "--scope", "admin"), text=True,
            stdout=subprocess.PIPE)
        self.assertEqual(created.returncode, 0)
        server = self.serving()
        machine.run("moa", "health")
        self.serve_by_nginx()
        product = asking.registered_product("https://127.0.0.1")
        self.assertEqual(asking.redirection("http://127.0.0.1/v1/home"), "https://127.0.0.1/v1/home")
        self.assertIn("id", product, product)
        server.terminate()
        self.assertEqual(server.wait(asking.PATIENCE), 0)

    def serving(self):
        server = self.machine.start()
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        asking.waiting("a service that is ready", lambda: asking.status("/readyz") == 200)
        return server

    def serve_by_nginx(self):
        """With TLS, as README.Debian says."""
        machine = self.machine
        site = machine.path("/etc/nginx/conf.d/moa.conf")
        example = machine.path("/usr/share/doc/moa/examples/nginx/moa.conf").read_text()
        shop, beside = example.split("# Besides TLS")
        shop = re.sub("^ +listen .*80 default_server;$", "", shop, flags=re.MULTILINE)
        shop = re.sub("#(listen|ssl)", r"\1", shop)
        beside = re.sub("^#", "", beside.split("\n", 1)[1], flags=re.MULTILINE)
        # Not every machine that runs the tests has IPv6.
        site.write_text(re.sub(r"^ +listen \[::\].*$", "", shop + beside, flags=re.MULTILINE))
        self.addCleanup(site.unlink)
        machine.path("/etc/nginx/sites-enabled/default").unlink()
        place = machine.path("/etc/ssl/moa")
        place.mkdir(parents=True)
        self.addCleanup(shutil.rmtree, place)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
             "-subj", "/CN=127.0.0.1", "-keyout", place / "key.pem", "-out", place / "fullchain.pem"],
            check=True, stderr=subprocess.DEVNULL)
        self.addCleanup(machine.run, "rm", "-rf", "/var/lib/nginx/moa")
        machine.run("nginx")
        self.addCleanup(machine.run, "nginx", "-s", "stop")

    def test_its_commands_run_with_the_account_and_the_settings_of_the_service(self):
        machine = self.machine
        machine.install(package(self.made))
        told = machine.path("/usr/bin/systemd-run")
        self.assertFalse(told.exists())
        self.addCleanup(told.unlink)
        told.write_text("#!/bin/sh\nprintf '%s\\n' \"$@\"\n")
        told.chmod(0o755)
        words = machine.run("moa-service", "vendor", "create", "--name", "A $HOME").splitlines()
        # systemd makes one dollar of two.
        self.assertEqual(words[-5:], ["/usr/bin/moa", "vendor", "create", "--name", "A $$HOME"])
        unit = machine.path("/usr/lib/systemd/system/moa.service").read_text()
        wanted = set(re.findall("^Environment=MOA_.*$", unit, re.MULTILINE))
        self.assertEqual({word for word in words if word.startswith("Environment=MOA_")}, wanted)
        self.assertIn(re.search("^EnvironmentFile=.*$", unit, re.MULTILINE)[0], words)
        self.assertIn("--uid=" + re.search("^User=(.*)$", unit, re.MULTILINE)[1], words)

    def test_an_upgrade_keeps_settings_and_leaves_the_running_server_alone(self):
        machine = self.machine
        machine.install(package(self.made))
        self.server.shop("upgraded")
        wanted = f"MOA_DATABASE_URL={database.OWNER.format('upgraded')}\nMOA_MIGRATE=true\nMOA_DRAIN_DELAY=0\n"
        settings = machine.path("/etc/moa/environment")
        settings.write_text(wanted)
        server = self.serving()
        told = machine.install(self.newer)
        self.assertIn("systemctl restart moa", told)
        self.assertIn("A remark of the next version.", machine.path("/usr/share/doc/moa/examples/environment").read_text())
        self.assertEqual(settings.read_text(), wanted)
        self.assertEqual(settings.stat().st_mode & 0o777, 0o600)
        self.assertEqual(asking.status("/readyz"), 200)
        server.terminate()
        self.assertEqual(server.wait(asking.PATIENCE), 0)

    def test_after_a_removal_no_running_server_is_spoken_of(self):
        machine = self.machine
        machine.install(package(self.made))
        machine.run("dpkg", "--remove", "moa")
        told = machine.install(package(self.made))
        self.assertNotIn("a running server", told)
        self.assertIn("systemctl enable --now", told)

    def test_purging_leaves_no_link_of_an_enabled_unit(self):
        machine = self.machine
        machine.install(package(self.made))
        for unit in ("moa.service", "moa.socket", "moa-backup.timer"):
            text = machine.path(f"/usr/lib/systemd/system/{unit}").read_text()
            for target in re.search("^WantedBy=(.*)$", text, re.MULTILINE)[1].split():
                wants = machine.path(f"/etc/systemd/system/{target}.wants")
                wants.mkdir(parents=True, exist_ok=True)
                (wants / unit).symlink_to(f"/usr/lib/systemd/system/{unit}")
        machine.run("dpkg", "--purge", "moa")
        self.assertEqual(machine.run("find", "/etc/systemd/system", "-name", "*moa*"), "")

    def test_removing_keeps_settings_and_purging_keeps_data(self):
        machine = self.machine
        machine.install(package(self.made))
        data = machine.path("/var/lib/moa")
        self.assertEqual(data.stat().st_mode & 0o777, 0o700)
        self.assertEqual(data.stat().st_uid, int(machine.run("id", "-u", "moa")))
        (data / "precious").write_text("a shop")
        machine.run("dpkg", "--remove", "moa")
        self.assertEqual(machine.state(), "config-files")
        self.assertTrue(machine.path("/etc/moa/environment").exists())
        told = machine.run("dpkg", "--purge", "moa")
        self.assertIn("rm -r /var/lib/moa && deluser --system moa", told)
        self.assertFalse(machine.path("/etc/moa").exists())
        self.assertEqual((data / "precious").read_text(), "a shop")
        machine.run("sh", "-c", "rm -r /var/lib/moa && deluser --system moa")
        machine.run("id", "moa", status=1)

    def test_purging_leaves_nothing_where_there_was_nothing(self):
        machine = self.machine
        machine.install(package(self.made))
        machine.run("dpkg", "--purge", "moa")
        found = machine.run("find", "/", "-xdev", "-name", "moa*", "-not", "-path", "/tmp/*")
        self.assertEqual(found, "")

    def test_systemd_takes_its_units(self):
        machine = self.machine
        machine.install(package(self.made))
        place = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        names = ["moa.service", "moa.socket", "moa-backup.service", "moa-backup.timer"]
        units = [place / name for name in names]
        for unit in units:
            text = machine.path(f"/usr/lib/systemd/system/{unit.name}").read_text()
            self.assertNotIn("/usr/local/bin", text)
            # The machine has no systemd of its own.
            unit.write_text(text.replace("/usr/bin/moa", str(machine.path("/usr/bin/moa"))))
        judged = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], text=True, stderr=subprocess.PIPE)
        self.assertEqual((judged.returncode, judged.stderr), (0, ""))
