"""Checks that folders include each other in one direction only.

An area is a folder whose sub-folders ("rooms") each answer one question. Its table names, for
each room, the rooms for its #includes. The tables hold no cycle, so neither do the folders:
a reader can learn an area from the bottom up. Rooms share a library with others, so no linker
checks this. Without the check the first convenient #include upwards makes one lump of all
rooms again.
"""

import pathlib
import re

LARGEST_ROOM = 40  # files

# area: (prefix of its #include paths, {room: rooms it may include})
AREAS = {
    "source/cl/core": ("core/", {
        "base": [],
        "process": ["base"],
        "devices": ["base", "process"],
        "context": ["base", "process", "devices"],
        "memory": ["base", "devices", "context"],
        "build": ["base", "process", "devices", "context", "memory"],
        "queues": ["base", "process", "context", "memory", "build"],
        "commands": ["base", "memory", "build", "queues"],
        "queries": ["base", "process", "devices", "memory", "queues", "commands"],
    }),
    "modules/spirv-ll/lib": ("", {
        "binary": [],
        "coverage": ["binary"],
        "shims": ["binary", "coverage"],
        "validate": ["binary", "shims"],
        "translator": ["binary", "coverage"],
        "memory": ["binary", "coverage", "shims", "translator"],
        "arithmetic": ["binary", "shims", "translator"],
        "debug": ["translator"],
        "shader": ["binary", "coverage", "translator", "memory"],
        "images": ["translator", "shader"],
        "groups": ["binary", "translator", "images"],
        "matrices": ["shims", "translator", "memory"],
        "matrices": ["shims", "translator", "memory"],
        "module": ["binary", "coverage", "shims", "validate", "translator", "debug", "shader", "images"],
    }),
    "modules/compiler/lib": ("", {
        "registry": [],
        "frontend": ["registry"],
        "ir": [],
        "llvm_support": ["registry"],
        "native_target": ["passes"],
        "thread": [],
        "il": ["frontend", "llvm_support"],
        "passes": ["registry", "ir"],
        "pipeline": ["registry", "ir", "passes"],
        "codegen": ["registry", "frontend", "ir", "llvm_support", "thread", "il", "passes", "pipeline"],
        "operations": ["registry", "frontend", "llvm_support", "il", "pipeline", "codegen"],
        "isolation": ["thread", "operations"],
        "base": ["frontend", "thread", "operations", "isolation"],
    }),
    "modules/compiler/lib/passes": ("passes/", {
        "finalize": [],
        "linking": [],
        "lowering": [],
        "before_barriers": ["lowering"],
        "barriers": ["lowering"],
        "work_items": [],
        "abi": [],
    }),
    "modules/compiler/vecz": ("vecz/", {
        "model": [],
        "analysis": ["model"],
        "lanes": ["model", "analysis"],
        "linearize": ["model", "analysis", "lanes"],
        "memory": ["model", "analysis", "lanes", "linearize"],
        "prepare": ["model", "analysis", "memory"],
        "widen": ["model", "analysis", "lanes", "linearize", "memory", "prepare"],
        "cost": ["model", "analysis", "lanes", "memory", "prepare", "widen"],
        "unroll_and_jam": ["model", "analysis", "cost"],
        "variants": ["model", "analysis", "linearize", "prepare", "widen", "cost", "unroll_and_jam"],
        "late": ["model", "analysis"],
    }),
}

INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')


def find_cycle(table):
    """Returns the rooms of one cycle in a table, in order, or an empty list."""
    done = set()

    def visit(room, path):
        if room in path:
            return path[path.index(room):]
        if room in done:
            return []
        for other in table.get(room, []):
            if found := visit(other, path + [room]):
                return found
        done.add(room)
        return []

    for room in table:
        if found := visit(room, []):
            return found
    return []


def check_table(area, table):
    """Yields (path, problem) for a table in contradiction to itself."""
    for room, allowed in table.items():
        for other in allowed:
            if other not in table:
                yield area, f"{room} may include {other}, which is no room"
    if cycle := find_cycle(table):
        yield area, "rooms in a cycle: " + " -> ".join(cycle + cycle[:1])


def check_file(area, prefix, table, path, lines):
    """Yields (path, problem) for each #include against the area's table."""
    parts = pathlib.PurePath(path).relative_to(area).parts
    room = parts[0]
    if len(parts) == 1 or room not in table:
        yield path, f"lies in no room of {area}"
        return
    for number, line in enumerate(lines, 1):
        found = INCLUDE.match(line)
        if not found or not found[1].startswith(prefix):
            continue
        other = found[1][len(prefix):].split("/")[0]
        if other in table and other != room and other not in table[room]:
            yield path, f"line {number}: {line.strip()}: {room} does not include {other}"


def check(paths, read, areas=None):
    """Yields (path, problem) for all areas.

    `paths` are tracked files, relative to the root; `read(path)` returns the lines of one.
    """
    for area, (prefix, table) in (AREAS if areas is None else areas).items():
        yield from check_table(area, table)
        sizes = {}
        for path in paths:
            is_code = str(path).endswith((".cpp", ".h", ".def", ".inc"))
            if not is_code or not str(path).startswith(area + "/"):
                continue
            folder = str(pathlib.PurePath(path).parent)
            sizes[folder] = sizes.get(folder, 0) + 1
            yield from check_file(area, prefix, table, str(path), read(path))
        for folder, size in sizes.items():
            if size > LARGEST_ROOM:
                yield folder, f"{size} files (at most {LARGEST_ROOM})"
