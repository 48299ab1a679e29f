"""`deploy.py PROGRAM`: whether Kubernetes and Compose take our files, and moa the settings in them.

Each check is tried on a file with a mistake, too, which it must refuse.
"""

import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import kubernetes_validate
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
KUBERNETES = DEPLOY / "kubernetes"
COMPOSE = DEPLOY / "compose" / "compose.yaml"
# The oldest that is looked after today, and a newer one.
VERSIONS = ["1.30", "1.33"]
# Resources of others, whose schemas are not Kubernetes's own.
FOREIGN = {"ServiceMonitor", "Kustomization"}


class Refusal(Exception):
    pass


def require(condition, complaint):
    if not condition:
        raise Refusal(complaint)


def seconds(duration):
    found = re.fullmatch(r"(\d+)(s|m)?", duration)
    require(found, f"{duration} is no duration")
    return int(found[1]) * (60 if found[2] == "m" else 1)


# What Kubernetes reads.


class Manifests:
    def __init__(self):
        self.files = {
            str(path.relative_to(KUBERNETES)): yaml.safe_load(path.read_text())
            for path in sorted(KUBERNETES.rglob("*.yaml"))}
        self.settings = dict(
            line.split("=", 1) for line in (KUBERNETES / "settings.env").read_text().splitlines()
            if line and not line.startswith("#"))

    def kind(self, kind):
        return next(file for file in self.files.values() if file["kind"] == kind)

    @property
    def pods(self):
        return [self.kind(kind)["spec"]["template"] for kind in ["Deployment", "Job"]]

    @property
    def server(self):
        return self.kind("Deployment")["spec"]["template"]["spec"]

    @property
    def container(self):
        return self.server["containers"][0]


def kubernetes_takes_them(manifests):
    for name, file in manifests.files.items():
        if file["kind"] in FOREIGN:
            continue
        for version in VERSIONS:
            try:
                kubernetes_validate.validate(file, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                raise Refusal(f"{name}, {version}: {error.message}") from error


def every_file_is_a_resource(manifests):
    listed = set()
    for folder in ["", "migrate/"]:
        resources = manifests.files[folder + "kustomization.yaml"]["resources"]
        listed |= {folder + name for name in resources}
    others = {name for name in manifests.files if not name.endswith("kustomization.yaml")}
    require(listed | {"secret.example.yaml"} == others, f"{sorted(listed ^ others)}")
    tags = {json.dumps(file["images"]) for file in manifests.files.values() if "images" in file}
    require(len(tags) == 1, f"the server and the migration have different images: {tags}")


def what_is_named_is_there(manifests):
    labels = manifests.pods[0]["metadata"]["labels"]
    ports = {port["name"]: port["containerPort"] for port in manifests.container["ports"]}
    service = manifests.kind("Service")
    monitor = manifests.kind("ServiceMonitor")["spec"]
    for selector in [
        manifests.kind("Deployment")["spec"]["selector"]["matchLabels"],
        manifests.kind("PodDisruptionBudget")["spec"]["selector"]["matchLabels"],
        manifests.server["topologySpreadConstraints"][0]["labelSelector"]["matchLabels"],
        service["spec"]["selector"],
    ]:
        require(selector.items() <= labels.items(), f"{selector} finds no server")
        job = manifests.pods[1]["metadata"]["labels"]
        require(not selector.items() <= job.items(), f"{selector} finds the migration")
    found = monitor["selector"]["matchLabels"]
    require(found.items() <= service["metadata"]["labels"].items(), f"{found} finds no service")
    for pod in manifests.pods:
        policy = manifests.kind("NetworkPolicy")["spec"]["podSelector"]["matchLabels"]
        require(policy.items() <= pod["metadata"]["labels"].items(), "a pod has no policy")
    names = [port["targetPort"] for port in service["spec"]["ports"]]
    names += [manifests.container[probe]["httpGet"]["port"] for probe in
              ["startupProbe", "readinessProbe", "livenessProbe"]]
    names += [port["port"] for rule in manifests.kind("NetworkPolicy")["spec"]["ingress"]
              for port in rule["ports"]]
    require(set(names) <= set(ports), f"{names} are not all among {ports}")
    offered = {port["name"] for port in service["spec"]["ports"]}
    require({endpoint["port"] for endpoint in monitor["endpoints"]} <= offered, "no such port")
    for setting, name in [("MOA_PORT", "http"), ("MOA_METRICS_LISTEN", "metrics")]:
        listens = manifests.settings[setting].rsplit(":", 1)[-1]
        require(int(listens) == ports[name], f"{setting} is not the port {name}")
    target = manifests.kind("HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]
    deployment = manifests.kind("Deployment")
    require((target["kind"], target["name"]) == ("Deployment", deployment["metadata"]["name"]),
            "the autoscaler scales something else")
    account = manifests.kind("ServiceAccount")["metadata"]["name"]
    require(manifests.server["serviceAccountName"] == account, "there is no such account")


def secrets_are_there(manifests):
    secret = manifests.kind("Secret")
    keys = set(secret["stringData"])
    for pod in manifests.pods:
        for variable in pod["spec"]["containers"][0].get("env", []):
            reference = variable.get("valueFrom", {}).get("secretKeyRef")
            if reference:
                require(reference["name"] == secret["metadata"]["name"], "no such secret")
                require(reference["key"] in keys, f"the secret has no {reference['key']}")
    volumes = {volume["name"]: volume for volume in manifests.server["volumes"]}
    mounts = {mount["mountPath"]: volumes[mount["name"]]
              for mount in manifests.container["volumeMounts"]}
    path = pathlib.PurePosixPath(manifests.settings["MOA_ADMIN_TOKEN_FILE"])
    items = mounts[str(path.parent)]["secret"]["items"]
    require(any(item["path"] == path.name and item["key"] in keys for item in items),
            f"{path} is not mounted")


def pods_have_no_rights(manifests):
    for pod in manifests.pods:
        outer = pod["spec"]["securityContext"]
        inner = pod["spec"]["containers"][0]["securityContext"]
        require(outer["runAsNonRoot"] and outer["runAsUser"] == Image.account(), "another account")
        require(outer["seccompProfile"]["type"] == "RuntimeDefault", "no filter of system calls")
        require(inner["readOnlyRootFilesystem"], "the file system can be written")
        require(inner["allowPrivilegeEscalation"] is False, "it may get more rights")
        require(inner["capabilities"] == {"drop": ["ALL"]}, "it has capabilities")
        require(pod["spec"]["automountServiceAccountToken"] is False, "it has a token")


def probes_and_patience_fit(manifests):
    container, settings = manifests.container, manifests.settings
    probes = {name: container[name]["httpGet"]["path"] for name in
              ["startupProbe", "readinessProbe", "livenessProbe"]}
    require(probes == {"startupProbe": "/livez", "readinessProbe": "/readyz",
                       "livenessProbe": "/livez"}, f"{probes}")
    drain = seconds(settings["MOA_DRAIN_DELAY"]) + seconds(settings["MOA_DRAIN_DEADLINE"])
    require(drain + 5 <= manifests.server["terminationGracePeriodSeconds"],
            f"a pod is killed before it has drained for {drain} s")
    ready = container["readinessProbe"]
    unready = ready["failureThreshold"] * ready["periodSeconds"] + ready["timeoutSeconds"]
    require(unready < seconds(settings["MOA_DRAIN_DELAY"]), "it stops before that is noticed")


# What moa reads.


class Image:
    """What the image brings, as its script has it."""

    text = (DEPLOY / "image" / "build").read_text()

    @classmethod
    def account(cls):
        return int(re.search(r"^ACCOUNT = (\d+)$", cls.text, re.M)[1])

    @classmethod
    def environment(cls):
        port = re.search(r"^PORT = (\d+)$", cls.text, re.M)[1]
        written = re.search(r'"Env": \[(.*?)\]', cls.text, re.S)[1].replace("{PORT}", port)
        pairs = dict(pair.split("=", 1) for pair in re.findall(r'"([^"]+)"', written))
        return {name: value for name, value in pairs.items() if name.startswith("MOA_")}


def settings_of(program):
    """The names of all variables."""
    lines = subprocess.check_output([program, "config", "--json"], text=True).splitlines()
    return {json.loads(line)["variable"] for line in lines}


def every_name_is_a_setting(text, known):
    unknown = {name for name in re.findall(r"\bMOA_[A-Z0-9_]+", text)} - known
    require(not unknown, f"moa has no settings {sorted(unknown)}")


def moa_takes(program, settings):
    """Exactly as it is started, with what the image sets: values, and what goes with what."""
    with tempfile.NamedTemporaryFile("w") as token:
        token.write("an-administrators-token-of-the-checks-0123456789")
        token.flush()
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith("MOA_")}
        environment |= Image.environment() | settings
        environment.setdefault("MOA_DATABASE_URL", "postgres://moa@db.example/moa")
        if "MOA_ADMIN_TOKEN_FILE" in environment:
            environment["MOA_ADMIN_TOKEN_FILE"] = token.name
        result = subprocess.run([program, "config"], env=environment, capture_output=True, text=True)
    require(result.returncode == 0 and not result.stderr, f"{settings}: {result.stderr}")


def moa_has_commands(program, commands):
    for command in commands:
        result = subprocess.run([program, *command, "--help"], capture_output=True, text=True)
        usage = "USAGE: moa " + " ".join(command)
        require(re.search(usage + r"\b", result.stdout), f"moa has no {command}: {result.stdout}")


# What Compose reads.


def compose_takes(compose):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(compose, file)
        file.flush()
        result = subprocess.run(
            [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec",
             file.name], capture_output=True, text=True)
    require(result.returncode == 0, result.stdout)


def filled(text, values):
    """As Compose puts the variables of `.env` into a text."""
    def value(match):
        name, _, fallback = match[1].partition(":")
        return values.get(name) or fallback[1:]
    return re.sub(r"\$\{([^}]*)\}", value, text)


def compose_fits(compose, program):
    values = dict.fromkeys(["DATABASE_PASSWORD", "ADMIN_TOKEN"], "0123456789abcdef" * 3)
    services = compose["services"]
    version = subprocess.check_output([program, "--version"], text=True).split()[1]
    for name in ["moa-a", "moa-b", "migrate"]:
        require(filled(services[name]["image"], {}) == f"moa:{version}", f"`make image` makes no image of {name}")
        settings = {key: filled(value, values)
                    for key, value in services[name]["environment"].items()}
        moa_takes(program, settings)
        require(services[name]["read_only"] and services[name]["cap_drop"] == ["ALL"],
                f"{name} has rights")
        require(seconds(services[name]["stop_grace_period"]) > 5 + 25, f"{name} cannot drain")
    subnet = compose["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    require(services["moa-a"]["environment"]["MOA_TRUSTED_PROXIES"] == subnet,
            "the proxy is not believed")
    port = services["moa-a"]["environment"]["MOA_PORT"]
    servers = services["proxy"]["environment"]["SHOP_SERVERS"].split()
    require(servers == [f"{name}:{port}" for name in ["moa-a", "moa-b"]], f"{servers}")
    caddyfile = (DEPLOY / "caddy" / "Caddyfile").read_text()
    for name in services["proxy"]["environment"]:
        require("{$" + name + ":" in caddyfile, f"the Caddyfile has no {name}")
    mounted = services["proxy"]["volumes"][0].split(":")[0]
    require((COMPOSE.parent / mounted).is_file(), f"there is no {mounted}")


# That the checks would see a mistake.


def expect_refusal(check, *arguments):
    try:
        check(*arguments)
    except Refusal:
        return
    raise SystemExit(f"{check.__name__} does not see a mistake")


def expect_mistakes_to_be_seen(manifests, compose, known, program):
    def changed(change):
        other = copy.deepcopy(manifests)
        change(other)
        return other
    for check, change in [
        (kubernetes_takes_them, lambda m: m.kind("Deployment")["spec"].update(replica=3)),
        (kubernetes_takes_them, lambda m: m.container["readinessProbe"].update(periodSeconds="2s")),
        (every_file_is_a_resource, lambda m: m.files.update(more={"kind": "Service"})),
        (what_is_named_is_there, lambda m: m.container["ports"].pop()),
        (what_is_named_is_there, lambda m: m.settings.update(MOA_PORT="8081")),
        (secrets_are_there, lambda m: m.kind("Secret")["stringData"].pop("owner-database-url")),
        (pods_have_no_rights, lambda m: m.server["securityContext"].update(runAsUser=0)),
        (probes_and_patience_fit, lambda m: m.settings.update(MOA_DRAIN_DEADLINE="60s")),
        (probes_and_patience_fit, lambda m: m.settings.update(MOA_DRAIN_DELAY="3s")),
    ]:
        expect_refusal(check, changed(change))
    expect_refusal(every_name_is_a_setting, "MOA_DRAIN=1", known)
    # The image names host and port.
    expect_refusal(moa_takes, program, {"MOA_LISTEN": "0.0.0.0:8080"})
    expect_refusal(moa_takes, program, {"MOA_DRAIN": "1s"})
    # Whoever forgets to write a token of their own has none that everybody knows.
    example = manifests.kind("Secret")["stringData"]["admin-token"]
    expect_refusal(moa_takes, program, {"MOA_ADMIN_TOKEN": example})
    expect_refusal(moa_has_commands, program, [["migrat"]])
    other = copy.deepcopy(compose)
    other["services"]["moa-a"]["enviroment"] = {}
    expect_refusal(compose_takes, other)
    other = copy.deepcopy(compose)
    other["services"]["moa-b"]["environment"]["MOA_TRUSTED_PROXIES"] = "caddy"
    expect_refusal(compose_fits, other, program)


def main(program):
    manifests = Manifests()
    compose = yaml.safe_load(COMPOSE.read_text())
    known = settings_of(program)
    for check in [
        kubernetes_takes_them, every_file_is_a_resource, what_is_named_is_there, secrets_are_there,
        pods_have_no_rights, probes_and_patience_fit,
    ]:
        check(manifests)
    moa_takes(program, manifests.settings)
    files = [path for path in sorted(DEPLOY.rglob("*")) if path.is_file()]
    for path in files:
        every_name_is_a_setting(path.read_text(), known)
    services = compose["services"]
    moa_has_commands(
        program,
        [pod["spec"]["containers"][0]["args"] for pod in manifests.pods]
        + [services[name]["command"] for name in ["moa-a", "migrate"]])
    compose_takes(compose)
    compose_fits(compose, program)
    expect_mistakes_to_be_seen(manifests, compose, known, program)
    print(f"deploy: {len(manifests.files)} files of Kubernetes and Compose's are in order, "
          f"and all settings in {len(files)} files are moa's")


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except Refusal as refusal:
        raise SystemExit(f"deploy: {refusal}") from refusal
