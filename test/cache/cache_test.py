"""The cache of builds: hits, misses, and its behaviour with damaged files, unwritable folders and
processes at once. A process with a hit does not load the compiler."""

import concurrent.futures
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

CLIENT = pathlib.Path(__file__).with_name("client.py")
LINK_CLIENT = CLIENT.with_name("link_client.py")
BINARY_CLIENT = CLIENT.with_name("binary_client.py")
TOOL = os.environ["KILN_CACHE_TOOL"]
CLC = os.environ["KILN_CLC"]
SOURCE = "kernel void k(global int *values) { values[get_global_id(0)] += VALUE; }\n"
# A build writes one file, with code.
AT_BUILD = {"KILN_GENERATE": "build"}


class CacheTest(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="kiln-cache-test-"))
        self.cache = self.root / "cache"
        self.addCleanup(shutil.rmtree, self.root)

    def start(self, source, options=(), cwd=None, limit=None, client=CLIENT, under=(), **environment):
        """`source` may be a text, or the folder of LINK_CLIENT; `under` a command to run another
        command."""
        file = source
        if isinstance(source, str):
            file = self.root / f"{random.getrandbits(64):x}.cl"
            file.write_text(source)
        values = {**os.environ, "KILN_CACHE": "1", "KILN_CACHE_DIR": str(self.cache), **environment}
        return subprocess.Popen([*under, sys.executable, client, file, *options], stdout=subprocess.PIPE, text=True,
                                env=values, cwd=cwd or self.root, preexec_fn=limit)

    def finish(self, process):
        output, _ = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 0)
        return json.loads(output)

    def build(self, source, options=(), **more):
        return self.finish(self.start(source, options, **more))

    def value(self, source, options=(), **more):
        result = self.build(source, options, **more)
        first = result["values"][0]
        self.assertEqual(result["values"], [i + first for i in range(64)])
        return first, "miss" if result["compiler"] else "hit"

    def entries(self):
        return [file for file in sorted(self.cache.glob("??/*")) if file.is_file()]

    def unfinished(self):
        """Files of writers before their renaming, and left ones."""
        return sorted(self.cache.glob("??/.*"))

    def tool(self, *arguments, under=()):
        return subprocess.run([*under, TOOL, "--dir", self.cache, *arguments], capture_output=True, text=True, timeout=60)

    def test_second_process_loads_no_compiler(self):
        source = SOURCE + "#warning look here\n"
        options = ["-DVALUE=7", "-cl-kernel-arg-info"]
        first, second = self.build(source, options), self.build(source, options)
        self.assertTrue(first.pop("compiler"))
        self.assertFalse(second.pop("compiler"))
        self.assertEqual(first, second)
        self.assertIn("look here", second["log"])
        self.assertEqual(second["argument"], "values")
        self.assertRegex(second["version"], r"^\d+\.\d+\.\d+\+[0-9a-f]{8}$")

    def test_all_that_decides_on_the_code_is_in_the_key(self):
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1"]), (1, "miss"))
        self.assertEqual(self.value(SOURCE, ["-DVALUE=2"]), (2, "miss"))
        self.assertEqual(self.value(SOURCE + " ", ["-DVALUE=1"]), (1, "miss"))
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1", "-cl-opt-disable"]), (1, "miss"))
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1"], KILN_HOST_CPU="x86-64"), (1, "miss"))
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1"], KILN_VECTORIZE="never"), (1, "miss"))
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1"], KILN_DISABLE_STEPS="licm"), (1, "miss"))
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1"], KILN_OPT_BISECT_LIMIT="7"), (1, "miss"))
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1", "-cl-kiln-opt-bisect-limit=7"]), (1, "miss"))
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1"]), (1, "hit"))
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1"], KILN_HOST_CPU="x86-64"), (1, "hit"))

    def test_errors_are_not_kept(self):
        for _ in range(2):
            self.assertIn("VALUE", self.build(SOURCE)["error"])
        self.assertEqual(self.entries(), [])

    def test_headers(self):
        source = '#include "value.h"\n' + SOURCE
        first, second = self.root / "first", self.root / "second"
        second.mkdir()
        options = ["-I", "first", "-I", str(second)]
        (second / "value.h").write_text("#define VALUE 1\n")
        self.assertEqual(self.value(source, options), (1, "miss"))
        self.assertEqual(self.value(source, options), (1, "hit"))
        (second / "value.h").write_text("#define VALUE 2\n")
        self.assertEqual(self.value(source, options), (2, "miss"))
        first.mkdir()
        (first / "value.h").write_text("#define VALUE 3\n")
        self.assertEqual(self.value(source, options), (3, "miss"))
        self.assertEqual(self.value(source, options), (3, "hit"))
        (first / "value.h").unlink()
        self.assertEqual(self.value(source, options)[0], 2)
        elsewhere = self.root / "elsewhere"
        (elsewhere / "first").mkdir(parents=True)
        (elsewhere / "first" / "value.h").write_text("#define VALUE 4\n")
        self.assertEqual(self.value(source, options, cwd=elsewhere), (4, "miss"))

    def test_folders_of_a_headers_name(self):
        """They are passed over, until there is a file in their place."""
        source = '#if __has_include(<other.h>)\n#error\n#endif\n#include <value.h>\n' + SOURCE
        first, second = self.root / "first", self.root / "second"
        (first / "value.h").mkdir(parents=True)
        (first / "other.h").mkdir()
        second.mkdir()
        (second / "value.h").write_text("#define VALUE 1\n")
        options = ["-I", str(first), "-I", str(second)]
        self.assertEqual(self.value(source, options), (1, "miss"))
        self.assertEqual(self.value(source, options), (1, "hit"))
        (first / "value.h").rmdir()
        self.assertEqual(self.value(source, options), (1, "miss"))
        (first / "value.h").write_text("#define VALUE 2\n")
        self.assertEqual(self.value(source, options), (2, "miss"))
        (first / "other.h").rmdir()
        (first / "other.h").write_text("")
        self.assertIn("#error", self.build(source, options)["error"])

    def test_one_file_by_two_paths(self):
        source = '#include "a.h"\n#include "b.h"\n' + SOURCE
        options = ["-I", str(self.root), "-DVALUE=1"]
        first, second = self.root / "a.h", self.root / "b.h"
        first.write_text("#pragma once\nenum { once };\n")
        second.symlink_to(first)
        self.assertEqual(self.value(source, options), (1, "miss"))
        self.assertEqual(self.value(source, options), (1, "hit"))
        second.unlink()
        second.write_text(first.read_text())
        self.assertIn("redefinition", self.build(source, options)["error"])

    def test_files_that_are_only_asked_for(self):
        source = '#if __has_include("more.h")\n#define VALUE 2\n#else\n#define VALUE 1\n#endif\n' + SOURCE
        options = ["-I", str(self.root)]
        self.assertEqual(self.value(source, options), (1, "miss"))
        self.assertEqual(self.value(source, options), (1, "hit"))
        (self.root / "more.h").write_text("")
        self.assertEqual(self.value(source, options), (2, "miss"))

    def test_what_depends_on_the_time_is_not_kept(self):
        for macro in ("__DATE__", "__TIME__", "__TIMESTAMP__"):
            source = SOURCE + f"constant char when[] = {macro};\n"
            for _ in range(2):
                self.assertEqual(self.value(source, ["-DVALUE=1"]), (1, "miss"))
        self.assertEqual(self.entries(), [])
        self.assertEqual(self.value(SOURCE + "// __DATE__\n", ["-DVALUE=1"]), (1, "miss"))
        self.assertEqual(self.value(SOURCE + "// __DATE__\n", ["-DVALUE=1"]), (1, "hit"))

    def test_damage_is_found_and_mended(self):
        options = ["-DVALUE=5"]
        self.value(SOURCE, options)
        self.value(SOURCE, ["-DVALUE=6"])
        intact = {file: file.read_bytes() for file in self.entries()}
        self.assertEqual(len(intact), 2)
        one, other = intact.values()
        chance = random.Random(5)

        def flipped(data):
            data = bytearray(data)
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            return bytes(data)

        damages = [lambda data: b"", lambda data: data[:100], lambda data: data[:-1], lambda data: data + b"x",
                   lambda data: os.urandom(len(data)), lambda data: other if data == one else one, flipped, flipped]
        for damage in damages:
            for file, data in intact.items():
                file.write_bytes(damage(data))
            self.assertEqual(self.tool("verify").returncode, 1)
            self.assertEqual(self.value(SOURCE, options), (5, "miss"))
            self.assertEqual(self.value(SOURCE, options), (5, "hit"))

    def test_folders_that_cannot_be_used(self):
        options = ["-DVALUE=3"]
        self.value(SOURCE, options)
        self.assertEqual(self.value(SOURCE, options, KILN_CACHE="0"), (3, "miss"))
        self.cache.chmod(0o777)
        self.assertEqual(self.value(SOURCE, options), (3, "miss"))
        self.cache.chmod(0o700)
        self.assertEqual(self.value(SOURCE, options), (3, "hit"))
        for folder in ("/proc/none", "/dev/null", "/dev/null/below", str(self.root / "x" / ".." / "y")):
            self.assertEqual(self.value(SOURCE, options, KILN_CACHE_DIR=folder), (3, "miss"))
        nowhere = {"KILN_CACHE_DIR": "", "XDG_CACHE_HOME": "", "HOME": ""}
        self.assertEqual(self.value(SOURCE, options, **nowhere), (3, "miss"))

    def test_default_folders(self):
        options = ["-DVALUE=3"]
        home = {"KILN_CACHE_DIR": "", "XDG_CACHE_HOME": "", "HOME": str(self.root / "home")}
        self.value(SOURCE, options, **home)
        self.assertTrue((self.root / "home" / ".cache" / "kiln").is_dir())
        self.value(SOURCE, options, **{**home, "XDG_CACHE_HOME": str(self.root / "xdg")})
        self.assertTrue((self.root / "xdg" / "kiln").is_dir())

    def test_full_disk_costs_only_time(self):
        self.value(SOURCE, ["-DVALUE=1"], **AT_BUILD)
        (entry,) = self.entries()
        size = entry.stat().st_size - 1
        entry.unlink()

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # writes fail instead
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        for _ in range(2):
            self.assertEqual(self.value(SOURCE, ["-DVALUE=1"], limit=limit, **AT_BUILD), (1, "miss"))
        self.assertEqual(self.entries() + self.unfinished(), [])

    def test_writers_that_are_killed(self):
        """Their files stay, in nobody's way, and go later."""
        options = ["-DVALUE=1"]
        self.value(SOURCE, options, **AT_BUILD)
        (entry,) = self.entries()
        size = entry.stat().st_size - 1  # more than any other file that a build writes
        entry.unlink()
        processes = [self.start(SOURCE, options, DIE_AT_FILE_SIZE=str(size), **AT_BUILD) for _ in range(4)]
        outputs = [process.communicate(timeout=300)[0] for process in processes]
        self.assertEqual((outputs, [process.returncode for process in processes]), ([""] * 4, [-signal.SIGXFSZ] * 4))
        self.assertEqual([file.stat().st_size for file in self.unfinished()], [size] * 4)
        self.assertEqual(self.value(SOURCE, options, **AT_BUILD), (1, "miss"))
        self.assertEqual(self.value(SOURCE, options, **AT_BUILD), (1, "hit"))
        self.assertIn("0 removed", self.tool("prune").stdout)
        self.assertEqual(len(self.unfinished()), 4)
        for file in self.unfinished():
            os.utime(file, (1, 1))
        self.assertIn("0 removed", self.tool("prune").stdout)
        self.assertEqual(self.unfinished(), [])
        self.assertEqual(self.value(SOURCE, options, **AT_BUILD), (1, "hit"))

    def mounted(self, options, run='exec "$@"'):
        """A command to run another one with the cache on a file system of its own."""
        self.cache.mkdir(mode=0o700, exist_ok=True)
        mount = f'mount -t tmpfs -o mode=700,{options} kiln "$1" && shift && {run}'
        under = ["unshare", "-m", "sh", "-c", mount, "sh", str(self.cache)]
        if subprocess.run([*under, "true"], capture_output=True).returncode != 0:
            self.skipTest("only root may mount file systems")
        return under

    def test_small_disk(self):
        twice = '"$@" > /dev/null && exec "$@"'
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1"], under=self.mounted("size=1m", twice)), (1, "hit"))
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1"], under=self.mounted("size=4k", twice)), (1, "miss"))

    def test_disk_that_is_full_of_what_writers_left(self):
        left = self.cache / "ab" / f".{'ab' * 16}.1.2.3"
        fill = f'mkdir "{left.parent}" && ! head -c 4M /dev/zero > "{left}" 2> /dev/null && touch -d @1 "{left}"'
        thrice = fill + ' && "$@" > /dev/null && "$@" > /dev/null && exec "$@"'
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1"], under=self.mounted("size=1m", thrice)), (1, "hit"))

    def test_read_only_disk(self):
        self.value(SOURCE, ["-DVALUE=1"])
        self.mounted("size=64k")
        mount = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
        under = ["unshare", "-m", "sh", "-c", mount, "sh", str(self.cache)]
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1"], under=under), (1, "hit"))
        self.assertEqual(self.value(SOURCE, ["-DVALUE=2"], under=under), (2, "miss"))
        cleared = self.tool("clear", under=under)
        self.assertEqual(cleared.returncode, 1)
        self.assertIn("1 entries", cleared.stdout)
        (entry,) = self.entries()
        entry.write_bytes(entry.read_bytes()[:-1])  # and it cannot be removed
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1"], under=under), (1, "miss"))
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1"]), (1, "miss"))
        self.assertEqual(self.value(SOURCE, ["-DVALUE=1"]), (1, "hit"))

    def test_many_processes_and_an_empty_cache(self):
        count = int(os.environ.get("KILN_TEST_PROCESSES", "16"))
        options = [["-DVALUE=%d" % (i % 4)] for i in range(count)]
        processes = [self.start(SOURCE, each) for each in options]
        for i, process in enumerate(processes):
            self.assertEqual(self.finish(process)["values"][0], i % 4)
        self.assertEqual(len(self.entries()), 4)
        self.assertEqual(self.tool("verify").returncode, 0)
        for i in range(4):
            self.assertEqual(self.value(SOURCE, options[i]), (i, "hit"))

    def test_all_kinds_of_builds_while_files_are_damaged(self):
        chance = random.Random(8)
        folder = self.parts()
        source, binary = self.root / "k.cl", self.root / "k.kbin"
        source.write_text(SOURCE)
        subprocess.run([CLC, "-c", "--no-ir", "-DVALUE=2", source, "-o", binary], check=True)
        pool = concurrent.futures.ThreadPoolExecutor(16)
        results = []
        for i in range(16):
            kind = [dict(source=SOURCE, options=["-DVALUE=2"]), dict(source=folder, client=LINK_CLIENT),
                    dict(source=binary, client=BINARY_CLIENT), dict(source=SOURCE, options=["-DVALUE=2", "-g"])][i % 4]
            results.append(pool.submit(self.finish, self.start(**kind)))
        while not all(result.done() for result in results):
            for file in self.entries():
                try:
                    damage = chance.randrange(4)
                    if damage == 0:
                        os.truncate(file, chance.randrange(file.stat().st_size))
                    elif damage == 1:
                        file.write_bytes(chance.randbytes(100))
                    elif damage == 2:
                        shutil.rmtree(file.parent)
                except OSError:  # the driver has removed it, as it should
                    pass
            self.assertEqual(self.tool("verify", "--remove").returncode, 0)
            self.assertEqual(self.tool(chance.choice(["list", "prune", "clear"])).returncode, 0)
        for result in results:
            self.assertEqual(result.result()["values"], list(range(2, 66)))
        self.assertEqual(self.unfinished(), [])

    def test_entries_go_while_others_read_them(self):
        """Twice as much as there is room for, and `kiln-cache clear` and `verify` meanwhile."""
        filler = "".join(f"kernel void k{i}(global float *p) {{ *p = sin(*p + {i}); }}\n" for i in range(8))
        for value in range(2):
            self.value(SOURCE + filler, [f"-DVALUE={value}"])
        size = max(file.stat().st_size for file in self.entries())
        sources = max(4, 2 * 2**20 // size)
        processes = [self.start(SOURCE + filler, [f"-DVALUE={i % sources}"], KILN_CACHE_SIZE="1") for i in range(16)]
        for i, process in enumerate(processes):
            self.assertIn("removed", self.tool("prune", "--size", str(i % 2)).stdout)
            self.assertEqual(self.tool("verify").returncode, 0)
            self.assertEqual(self.finish(process)["values"][0], i % sources)
        self.assertEqual(self.tool("verify").returncode, 0)

    def parts(self, value=1, factor=1):
        """A program in parts, for LINK_CLIENT."""
        folder = self.root / "parts"
        folder.mkdir(exist_ok=True)
        (folder / "value.h").write_text(f"#define VALUE {value}\n")
        (folder / "k.cl").write_text('#include "value.h"\nint twice(int);\n#warning look here\n'
                                     "kernel void k(global int *p) { p[get_global_id(0)] += twice(VALUE); }\n")
        (folder / "other.cl").write_text(f"int twice(int value) {{ return {factor} * 2 * value; }}\n")
        return folder

    def test_compilations_and_links(self):
        folder = self.parts()
        first = self.build(folder, client=LINK_CLIENT)
        self.assertEqual(len(self.entries()), 4)
        second = self.build(folder, client=LINK_CLIENT)
        self.assertEqual(first.pop("compiler"), {"compile": True, "library": True, "program": True})
        self.assertEqual(second.pop("compiler"), {"compile": False, "library": False, "program": False})
        self.assertEqual(first, second)
        self.assertEqual(first["values"][0], 2)
        self.assertIn("look here", first["logs"][0])
        listing = self.tool("list").stdout
        for kind in ("object", "library", "executable"):
            self.assertIn(kind, listing)

    def test_embedded_programs(self):
        """The code compiled from a container's source is there for the next process."""
        source, header, binary = self.root / "k.cl", self.root / "value.h", self.root / "k.kbin"
        source.write_text('#include "value.h"\n' + SOURCE)
        header.write_text("#define VALUE 5\n")
        subprocess.run([CLC, "-c", "--no-ir", source, "-o", binary], check=True)
        header.unlink()
        for has_compiler in (True, False):
            made = self.finish(self.start(binary, client=BINARY_CLIENT))
            self.assertEqual(made, {"values": list(range(5, 69)), "compiler": has_compiler})

    def test_embedded_headers_and_inputs_decide_on_links(self):
        def result(options=(), **parts):
            made = self.build(self.parts(**parts), options, client=LINK_CLIENT)
            return made["values"][0], made["compiler"]["compile"], made["compiler"]["program"]

        self.assertEqual(result(), (2, True, True))
        self.assertEqual(result(value=5), (10, True, True))
        self.assertEqual(result(value=5, factor=3), (30, True, True))
        self.assertEqual(result(["-cl-opt-disable"]), (2, True, True))
        self.assertEqual(result(factor=3), (6, False, True))  # its parts are there, the link is new
        self.assertEqual(result(), (2, False, False))
        self.assertEqual(result(factor=3), (6, False, False))
        for file in self.entries():
            file.write_bytes(file.read_bytes()[:-1])
        self.assertEqual(result(), (2, True, True))
        self.assertEqual(result(), (2, False, False))

    def test_header_files_of_compilations(self):
        folder = self.parts()
        (folder / "k.cl").write_text((folder / "k.cl").read_text().replace("VALUE", "VALUE * MORE").replace(
            '"value.h"', '"value.h"\n#include "more.h"'))
        more, options = self.root / "more.h", ["-I", str(self.root)]

        def result():
            made = self.build(folder, options, client=LINK_CLIENT)
            return made["values"][0], made["compiler"]["program"]

        more.write_text("#define MORE 1\n")
        self.assertEqual(result(), (2, True))
        self.assertEqual(result(), (2, False))
        more.write_text("#define MORE 4\n")
        self.assertEqual(result(), (8, True))
        more.write_text("#define MORE 1\n")
        self.assertEqual(result(), (2, False))

    def test_size_is_bounded(self):
        filler = "".join(f"kernel void k{i}(global float *p) {{ *p = sin(*p + {i}); }}\n" for i in range(8))
        for value in range(12):
            self.value(SOURCE + filler, [f"-DVALUE={value}"], KILN_CACHE_SIZE="1")
        total = sum(file.stat().st_size for file in self.entries())
        self.assertLess(total, 1.3 * 2**20)
        self.assertEqual(self.value(SOURCE + filler, ["-DVALUE=11"], KILN_CACHE_SIZE="1"), (11, "hit"))

    def test_tool(self):
        (self.root / "value.h").write_text("#define VALUE 1\n")
        self.value('#include "value.h"\n' + SOURCE, ["-I", str(self.root)])
        listing = self.tool("list").stdout
        self.assertIn("kernels: k; options: -I", listing)
        self.assertIn(f"files: {self.root / 'value.h'}", listing.replace(" /kiln", ""))
        self.assertIn("2 entries", listing)
        self.assertEqual(self.tool("verify").returncode, 0)
        self.entries()[0].write_bytes(b"nothing")
        self.assertEqual(self.tool("verify").returncode, 1)
        self.assertEqual(self.tool("verify", "--remove").returncode, 0)
        self.assertEqual(len(self.entries()), 1)
        self.assertIn("1 entries", self.tool("prune").stdout)
        self.assertIn("0 entries", self.tool("prune", "--size", "0").stdout)
        self.assertIn("0 entries", self.tool("clear").stdout)
        self.assertNotEqual(self.tool("prune", "--size", str(2**44)).returncode, 0)  # bytes beyond 64 bits
        for wrong in ["nonsense"], ["prune", "--size", "many"], ["list", "--nonsense"], [], ["--size"], \
                ["list", "--size", "1"], ["list", "--remove"], ["list", "verify"]:
            answer = self.tool(*wrong)
            self.assertEqual(answer.returncode, 2, wrong)
            self.assertRegex(answer.stderr, r"\Akiln-cache: error: .*; --help lists commands and options\n\Z")
        self.assertRegex(self.tool("--version").stdout, r"\Akiln-cache of Kiln \d+\.\d+\.\d+\n\Z")
        self.assertEqual(subprocess.run([TOOL, "--dir", "/dev/null", "list"], capture_output=True).returncode, 1)


def load_tests(loader, _, __):
    """The share of this run (scripts/testing/launch.py)."""
    share, shares = map(int, os.environ.get("KILN_TEST_SHARE", "0/1").split("/"))
    names = loader.getTestCaseNames(CacheTest)[share::shares]
    return unittest.TestSuite(map(CacheTest, names))


if __name__ == "__main__":
    unittest.main()
