"""The image: what is in it, and how it runs."""

import hashlib
import json
import stat
import subprocess
import unittest
import urllib.request

import asking
import container
import database

# A million bytes each; of all files together. The program of `make check` is not optimised, and some ten of them
# larger than the one that operators install.
MEGABYTES_MAX = 125


def use(program, made, server):
    ImageTests.program, ImageTests.made, ImageTests.server = program, made, server


class ImageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.version = json.loads(subprocess.check_output([cls.program, "version", "--json"]))["version"]
        cls.archives = [next((cls.made / build).glob("*.image.tar")) for build in ("first", "second")]
        cls.image = container.Image(cls.archives[0], cls.version)
        cls.addClassCleanup(cls.image.close)
        cls.files = [path for path in cls.image.root.rglob("*") if path.is_file() and not path.is_symlink()]
        cls.server.shop("contained")
        cls.variables = {"MOA_DATABASE_URL": database.SERVER.format("contained"), "MOA_DRAIN_DELAY": "0"}
        cls.owner = {"MOA_DATABASE_URL": database.OWNER.format("contained")}

    def start(self, words, variables):
        started = container.Container(self.image, words, variables)
        self.addCleanup(started.close)
        return started

    def test_equal_inputs_make_equal_bytes(self):
        first, second = (hashlib.sha256(archive.read_bytes()).hexdigest() for archive in self.archives)
        self.assertEqual(first, second)

    def test_it_is_small(self):
        unpacked = sum(path.stat().st_size for path in self.files)
        print(f"{unpacked / 1e6:.1f} MB unpacked", end=" ... ")
        self.assertLessEqual(unpacked, MEGABYTES_MAX * 1_000_000)

    def test_nothing_but_moa_and_its_decoders_can_be_started(self):
        names = {path.name for path in self.files if path.stat().st_mode & 0o111}
        self.assertEqual({name for name in names if not name.startswith("ld-linux")}, {"moa", "vips", "vipsthumbnail"})

    def test_nobody_gets_rights_by_a_file(self):
        self.assertEqual([path for path in self.files if path.stat().st_mode & (stat.S_ISUID | stat.S_ISGID)], [])

    def test_its_account_has_a_name_and_owns_its_data_alone(self):
        uid = int(self.image.config["config"]["User"].split(":")[0])
        self.assertIn(f"moa:x:{uid}:{uid}:", (self.image.root / "etc/passwd").read_text())
        owned = {path for path in self.image.root.rglob("*") if path.lstat().st_uid != 0}
        self.assertEqual(owned, {self.image.root / "var/lib/moa"})

    def test_it_says_which_version_of_which_commit_it_is(self):
        labels = self.image.config["config"]["Labels"]
        self.assertEqual(labels["org.opencontainers.image.version"], self.version)
        self.assertRegex(labels["org.opencontainers.image.revision"], "^[0-9a-f]{40}")

    def test_every_package_in_it_is_named_with_its_licence(self):
        packages = {path.name for path in (self.image.root / "var/lib/dpkg/status.d").iterdir()}
        self.assertIn("libvips42", packages)
        licences = {path.parent.name for path in (self.image.root / "usr/share/doc").glob("*/copyright*")}
        self.assertEqual(licences, packages | {"moa"})

    def test_docker_is_told_to_ask_moa_whether_it_is_well(self):
        self.assertEqual(self.image.config["config"]["Healthcheck"]["Test"], ["CMD", "/usr/bin/moa", "health"])

    def test_without_a_database_it_says_what_is_missing(self):
        alone = self.start(["serve"], {"MOA_DATA_DIR": "/tmp/moa"})
        self.assertEqual(alone.ended(), 69)
        self.assertIn("--database-url", alone.log())

    def test_every_kind_of_picture_is_read_behind_a_filter_of_system_calls(self):
        doctor = self.start(["doctor"], self.variables)
        doctor.ended()
        self.assertIn("JPEG, PNG, GIF, WebP, HEIC are taken", doctor.log())
        self.assertNotIn("system calls are not filtered", doctor.log())

    def test_it_serves_a_shop_from_a_root_that_nobody_can_write(self):
        migration = self.start(["migrate"], self.owner)
        self.assertEqual(migration.ended(), 0, migration.log())
        server = self.start(["serve"], self.variables | {"MOA_DEMO": "true"})
        server.wait_until_ready()
        self.assertEqual(server.status("NSpid")[-1], "1")
        self.assertEqual(set(server.status("Uid")), {"10001"})
        self.assertEqual(set(server.status("CapBnd") if self.image.way == "runc" else server.status("CapEff")), {"0" * 16})
        self.assertEqual(server.run("/usr/bin/moa", "health"), 0)
        self.assertNotEqual(server.run("/bin/sh", "-c", "true"), 0)
        product = asking.registered_product()
        self.assertIn("id", product, product)
        self.photograph_is_served(product)
        self.assertEqual(server.stop(), 0, server.log())
        said = [line for line in server.log().splitlines() if not line.startswith("listening on ")]
        self.assertIn("stopped", {json.loads(line)["event"] for line in said})

    def photograph_is_served(self, product):
        with urllib.request.urlopen(f"{asking.ADDRESS}/v1/products/{product['id']}") as answer:
            pictures = json.load(answer)["images"]
        self.assertEqual(len(pictures), 1)
        sizes = [size["url"] for size in pictures[0].values() if isinstance(size, dict) and "url" in size]
        self.assertGreater(len(sizes), 1)
        self.assertEqual([asking.status(url, address="") for url in sizes], [200] * len(sizes))

    def test_a_container_that_does_not_serve_is_not_well(self):
        idle = self.start(["health"], {})
        self.assertEqual(idle.ended(), 69)
