#!/usr/bin/env python3
"""Checks for every builtin declared by Clang: the library defines it.

Clang's own opencl-c.h is compiled under the features of programs, for devices with 64-bit and with
32-bit addresses. A program may call its function declarations, by mangled name. All of them must be
in the index of the library, with two exceptions: the ones lowered by passes before linking
(LOWERED) and families of optional features not supported (OFF, each with the reason).
On devices with 32-bit addresses, a function with sizes may have them in 64 bits in the library
(SIZES: the pass widen-size-arguments).

  coverage.py --clang CLANG --nm NM [--list-missing] UNIT.bc...
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

TABLE = pathlib.Path(__file__).resolve().parents[2] / "modules/mux/target_support/include/mux/target_support/extensions.def"
# All extensions of OpenCL C and all features of Kiln's devices.
EXTENSIONS = ",".join(["-all"] + [f"+{first or second}" for first, second in re.findall(
    r"^(?:KILN_EXTENSION\((\w+), \(.*\), language,|KILN_FEATURE\((\w+),)", TABLE.read_text(), re.M)])
STANDARDS = ("CL1.0", "CL1.1", "CL1.2", "CL3.0")
# Lowered by the finalize pipeline (work-item functions, barriers, fences, printf).
LOWERED = re.compile(r"get_(work_dim|global_|local_|num_groups|group_id|enqueued_|sub_group|"
                     r"num_sub|max_sub)|(work|(intel_)?sub)_group_(non_uniform_)?"
                     r"(all$|any$|broadcast$|reduce|scan|clustered_reduce)|barrier$|"
                     r"(work|sub)_group_barrier$|(read_|write_)?mem_fence$|atomic_work_item_fence$|printf$")
# Broadcasts of vectors are the library's.
VECTOR_BROADCAST = re.compile(r"\d+\w*sub_group_(non_uniform_)?broadcastDv")
SIZES = re.compile(r"vload|vstore|async_work_group_(strided_)?copy$|prefetch$")
OFF = {
    r"get_image_num_samples": "no multi-sample images",
    # cl_intel_subgroups has write_only images there; opencl-c.h of Clang 22 says read_only.
    r"intel_sub_group_block_write_ui\d? .*image2d_ro": "writes of images for reading",
}


def declarations(clang, standard, target):
    """{mangled name: name} of Clang's declarations under `standard`."""
    command = [clang, "-target", f"{target}-unknown-unknown", "-x", "cl", f"-cl-std={standard}",
               "-cl-no-stdinc", "-include", "opencl-c.h", "-Xclang", f"-cl-ext={EXTENSIONS}",
               "-Xclang", "-ast-dump=json", "-fsyntax-only", "/dev/null"]
    tree = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return {node["mangledName"]: node["name"] for node in tree["inner"]
            if node["kind"] == "FunctionDecl"}


def is_lowered(mangled, name):
    return LOWERED.match(name) and not VECTOR_BROADCAST.search(mangled)


def is_defined(mangled, name, defined, target):
    if mangled in defined or target == "spir64" or not SIZES.match(name):
        return mangled in defined
    start = mangled.index(name) + len(name)
    places = [i for i in range(start, len(mangled)) if mangled[i] == "j"]
    wide = {mangled[:i] + "m" + mangled[i + 1:] for i in places}
    wide |= {mangled[:i] + "mm" + mangled[i + 2:] for i in places if mangled[i:i + 2] == "jj"}
    return not wide.isdisjoint(defined)


def definitions(nm, units):
    text = subprocess.run([nm, "--defined-only", "--extern-only", "--format=just-symbols", *units],
                          check=True, capture_output=True, text=True).stdout
    return set(text.split())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", required=True)
    parser.add_argument("--nm", required=True)
    parser.add_argument("--list-missing", action="store_true")
    parser.add_argument("units", nargs="+")
    arguments = parser.parse_args()
    defined = definitions(arguments.nm, arguments.units)
    missing, checked = {}, 0
    for standard, target in [(s, t) for s in STANDARDS for t in ("spir64", "spir")]:
        for mangled, name in declarations(arguments.clang, standard, target).items():
            if is_lowered(mangled, name) or any(re.match(pattern, f"{name} {mangled}") for pattern in OFF):
                continue
            checked += 1
            if not is_defined(mangled, name, defined, target):
                missing.setdefault(name, set()).add(mangled)
    for name, symbols in sorted(missing.items()):
        print(f"missing: {name}", len(symbols), sorted(symbols)[:100 if arguments.list_missing else 2])
    # Fewer declarations mean a header not read as intended.
    if checked < 40000:
        print(f"only {checked} declarations found")
        return 1
    print(f"{checked} declarations checked, {sum(map(len, missing.values()))} not defined")
    return 1 if missing else 0


sys.exit(main())
