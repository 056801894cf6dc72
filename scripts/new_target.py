#!/usr/bin/env python3
"""Writes a new target that builds and passes the conformance suites as it is.

  scripts/new_target.py NAME               in targets/NAME of this tree
  scripts/new_target.py NAME --dir FOLDER  in FOLDER/NAME, outside of the tree, and with the installed kit

The device is the HAL's reference implementation: native code in the driver's process, with
device memory that the driver cannot reach. doc/adding-a-target.md goes on from there.
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TEMPLATES = pathlib.Path(__file__).with_name("new_target")
# A target's name becomes part of C identifiers, library names and an environment variable.
NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
# Kiln's tree, and not an installation.
IS_TREE = (ROOT / "CMakePresets.json").exists()
RESERVED = {"null", "test", "kiln", "mux", "hal", "compiler", "all", "native", "inprocess", "process"}


class UsageError(Exception):
    pass


def check_name(name):
    if not NAME.fullmatch(name) or name.endswith("_") or "__" in name:
        raise UsageError(f"'{name}' is no name for a target: lower-case letters, digits and single "
                         "underscores, a letter first, at most 31")
    if name in RESERVED or (ROOT / "targets" / name).exists():
        raise UsageError(f"the name '{name}' is taken")


def class_name(name):
    return "".join(part.capitalize() for part in name.split("_"))


def render(text, name):
    return (text.replace("@name@", name).replace("@Name@", class_name(name))
            .replace("@NAME@", name.upper()))


def write_target(folder, name):
    """The files of the templates; nothing is left behind if one of them cannot be written."""
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise UsageError(f"{folder} exists") from None
    written = []
    for template in sorted(path for path in TEMPLATES.rglob("*") if path.is_file()):
        path = folder / template.relative_to(TEMPLATES)
        path = path.with_name(render(path.name, name).removesuffix(".in"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(render(template.read_text(), name))
        written.append(path)
    return written


def next_steps_with_kit(folder, name):
    return (f"Build a driver with this target from the installed kit: a CMakeLists.txt of\n"
            f"  cmake_minimum_required(VERSION 3.25)\n"
            f"  project({name}-driver LANGUAGES C CXX ASM)\n"
            f"  find_package(Kiln REQUIRED COMPONENTS Kit)\n"
            f"  add_subdirectory({folder} {name})\n"
            f"  kiln_driver({name} OUTPUT ${{PROJECT_BINARY_DIR}} TARGETS {name} INSTALL)\n"
            f"with -G Ninja -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 -DCMAKE_BUILD_TYPE=Release.\n"
            f"The conformance suites need Kiln's tree.")


def next_steps(folder, name, inside):
    if not IS_TREE:
        return next_steps_with_kit(folder, name)
    where = f"-DKILN_TARGETS={name}" if inside else f"-DKILN_TARGETS= -DKILN_EXTERNAL_TARGETS={folder}"
    return (f"Build a driver with this target alone, and run its suites:\n"
            f"  cmake --preset dev -B build/{name} {where}\n"
            f"  cmake --build build/{name} --target kiln-driver vector_add {name}-hal-cts "
            f"{name}-mux-cts {name}-compiler-cts\n"
            f"  ctest --test-dir build/{name} -R '^{name}-'\n"
            f"Then read doc/adding-a-target.md.")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", help="of the target, e.g. acme")
    parser.add_argument("--dir", type=pathlib.Path, help="folder outside of the tree to put it in")
    options = parser.parse_args(arguments)
    inside = options.dir is None
    if inside and not IS_TREE:
        print("new_target: with the installed kit, --dir says where", file=sys.stderr)
        return 1
    folder = ((ROOT / "targets") if inside else options.dir.absolute()) / options.name
    try:
        check_name(options.name)
        written = write_target(folder, options.name)
    except (UsageError, OSError) as error:
        print(f"new_target: {error}", file=sys.stderr)
        return 1
    lines = sum(len(path.read_text().splitlines()) for path in written)
    print(f"{folder}: {len(written)} files, {lines} lines")
    print(next_steps(folder, options.name, inside))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
