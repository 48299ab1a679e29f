"""A PostgreSQL as an operator has one elsewhere: with the roles of `deploy/postgresql/roles.sql`, on its usual port."""

import pathlib
import shutil
import subprocess
import tempfile

ROLES = pathlib.Path(__file__).parent.parent.parent / "deploy/postgresql/roles.sql"
ACCOUNT = "nobody"
OWNER = "postgres://moa_owner@127.0.0.1/{}"
SERVER = "postgres://moa_server@127.0.0.1/{}"


class Database:
    def __init__(self):
        programs = pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb")
        self.programs = max(programs, key=lambda path: int(path.parent.parent.name)).parent
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="moa-packages-"))
        shutil.chown(self.place, ACCOUNT)
        self.data = self.place / "data"
        self.control("initdb", "-o", "--auth=trust --encoding=UTF8 --locale=C.UTF-8 --username=postgres --no-sync")
        self.control("start", "-w", "-l", self.place / "log", "-o",
                     f"-c listen_addresses=127.0.0.1 -c unix_socket_directories={self.place} -c fsync=off")

    def control(self, *words):
        # PostgreSQL refuses root.
        subprocess.run([self.programs / "pg_ctl", "-D", self.data, "-s", *words], check=True, user=ACCOUNT,
                       extra_groups=[], cwd=self.place, stdin=subprocess.DEVNULL)

    def shop(self, name):
        """A new database with its roles, which are those of all."""
        self.ask("postgres", f"create database {name} encoding 'UTF8' template template0")
        roles = ROLES.read_text()
        if self.ask("postgres", "select count(*) from pg_roles where rolname like 'moa_%'") != "0":
            roles = "\n".join(line for line in roles.splitlines() if not line.startswith("create role"))
        self.ask(name, roles)

    def ask(self, name, query):
        command = ["psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-d", f"postgres://postgres@127.0.0.1/{name}"]
        return subprocess.run(command, check=True, text=True, input=query, stdout=subprocess.PIPE).stdout.strip()

    def close(self):
        self.control("stop", "-m", "immediate")
        shutil.rmtree(self.place)
