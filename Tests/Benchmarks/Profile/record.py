#!/usr/bin/env python3
"""Records which ways through the program pages take, for `make release` to optimise.

usage: record.py SCRATCH_FOLDER [--products 20000] [--seconds 2] [OPTION OF swift build ...]

Builds moa into SCRATCH_FOLDER as the release is built, by those options, but with counters in it; asks it for every
kind of page that catalogue.py knows, and writes moa.profdata beside this file (the decision LinkedAsOne). A function
whose branches were changed since is optimised as if there were no profile, so that an old one costs speed only.

Needs wrk, psql, and Swift's own llvm-profdata. Linux only.
"""
import argparse
import contextlib
import glob
import json
import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROFILE = f"{HERE}/moa.profdata"
sys.path.insert(0, os.path.dirname(HERE))

from catalogue import Shop, all_kinds, asked


def build(scratch, tools, flags):
    runtime = glob.glob(f"{tools}/../lib/clang/*/lib/linux/"
                        f"libclang_rt.profile-{platform.machine()}.a")
    if not runtime:
        sys.exit("Swift has come without libclang_rt.profile")
    os.makedirs(scratch, exist_ok=True)
    wrapper = f"{os.path.abspath(scratch)}/exit.o"
    subprocess.run([f"{tools}/clang", "-O", "-c", f"{HERE}/exit.c", "-o", wrapper], check=True)
    linked = [runtime[0], wrapper, "--wrap=_exit", "-u__llvm_profile_runtime"]
    subprocess.run(
        ["swift", "build", "-c", "release", "--scratch-path", scratch, *flags, "--product", "moa",
         "-Xswiftc", "-Xfrontend", "-Xswiftc", "-ir-profile-generate",
         # As in .ci/profiled.
         "-Xswiftc", "-Xllvm", "-Xswiftc", "-static-func-full-module-prefix=false",
         *(word for option in linked for word in ("-Xlinker", option))],
        check=True, stdout=sys.stderr)


def ask(options):
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="moa-profile-"))
        os.chmod(folder, 0o755)
        shop = Shop(stack, folder, options)
        kinds = all_kinds(shop)
        walked = shop.cursors()
        kinds["tiles by a random cursor"] = random.Random(7).sample(
            [path + "&variant=tile" for path in walked], len(walked))
        for number, (name, paths) in enumerate(kinds.items()):
            row = asked(shop.server.pid, shop.server.base, shop.file(f"kind{number}", paths),
                        options)()
            print(f"{name}: {row['rps']:.0f} a second", file=sys.stderr)
            if row["bad"]:
                sys.exit(f"{name}: {row['bad']} errors")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scratch")
    parser.add_argument("--products", type=int, default=20_000)
    parser.add_argument("--seconds", type=int, default=2)
    options, flags = parser.parse_known_args()
    if sys.platform != "linux":
        sys.exit("only on Linux")
    target = json.loads(subprocess.run(["swiftc", "-print-target-info"], capture_output=True,
                                       text=True, check=True).stdout)
    tools = os.path.abspath(target["paths"]["runtimeResourcePath"] + "/../../bin")
    build(options.scratch, tools, flags)
    options.release = f"{options.scratch}/release"
    with tempfile.TemporaryDirectory(prefix="moa-counters-") as counters:
        # A try of what confines image tools runs with fewer rights, and finds nothing to write.
        os.environ["LLVM_PROFILE_FILE"] = f"{counters}/%p.profraw"
        ask(options)
        found = glob.glob(f"{counters}/*.profraw")
        if not found:
            sys.exit("no process has left counters")
        merged = f"{counters}/moa.profdata"
        subprocess.run([f"{tools}/llvm-profdata", "merge", "--sparse", "-o", merged, *found],
                       check=True)
        shutil.copyfile(merged, PROFILE)
    print(f"{PROFILE}: {os.path.getsize(PROFILE)} octets")


if __name__ == "__main__":
    main()
