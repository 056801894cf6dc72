#!/usr/bin/python3
"""Runs every kernel of folders of OpenCL C with made-up arguments, vectorised beside unvectorised, and
lists those that lose.

  kernel_census.py [options] FOLDER_OR_FILE...
  scripts/kernel_census.py --options=-DN=64 --include=headers kernels/
  OCL_ICD_VENDORS=both POCL_CPU_MAX_CU_COUNT=1 scripts/kernel_census.py --peer='Portable' kernels/

The driver is the one of build/release, or of OCL_ICD_VENDORS. A folder with the .icd files of two drivers
lets the second one be the reference, with one thread as Kiln has.

Each kernel runs in a process of its own. Both programs are built there from the same source; they run
in turns on equal arguments, and the lower quartile of the times that the device reports counts. The results are compared. The source need
not be complete programs: a file that does not build by itself is listed with the reason.

Arguments are made from the kernels' declarations. Buffers get random numbers: integers below the number
of work-items, floats from 0 to 1. Scalar integers are 128, scalar floats 0.5, images 128 by 128. Kernels
with structures and other parameters are skipped. Made-up arguments reach other branches than a program's
would. They may also leave the buffers, so a crash of the unvectorised program is not the compiler's.

Needs pyopencl and numpy. The exit code is 1 if a kernel is slower than the limit, differs, or crashes
vectorised only.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import time

ITEMS = (128, 128)
LOCAL = (16, 4)
ELEMENTS = 1 << 20
NUMBER = 128
LOCAL_BYTES = 16384
LEAST_SAMPLE = 0.004  # seconds
DRIVER = pathlib.Path(__file__).resolve().parents[1] / "build/release/etc/OpenCL/vendors"
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
SECOND_DIMENSION = re.compile(r"get_(global|local|group)_id\s*\(\s*1\s*\)")
INTEGERS = {"char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4", "long": "i8",
            "ulong": "u8", "size_t": "u8", "bool": "u4"}
FLOATS = {"half": "f2", "float": "f4", "double": "f8"}
TYPE = re.compile(r"^(?:unsigned (?P<unsigned>char|short|int|long)|(?P<name>[a-z_]+))(?P<lanes>2|3|4|8|16)?$")


class Unsupported(Exception):
    pass


# The process of one kernel ------------------------------------------------------------------------


def scalar_type(name, source):
    """The numpy type of a scalar or vector, and its number of elements in memory. Follows typedefs."""
    name = name.strip()
    for _ in range(8):
        alias = re.search(rf"\btypedef\s+([\w\s]+?)\s+{re.escape(name)}\s*;", source)
        name = alias[1] if alias else name
    match = TYPE.match(name)
    base = match and ("u" + match["unsigned"] if match["unsigned"] else match["name"])
    kind = INTEGERS.get(base) or FLOATS.get(base)
    if not kind:
        raise Unsupported(f"a parameter of type {name}")
    lanes = int(match["lanes"] or 1)
    return kind, 4 if lanes == 3 else lanes


def random_array(kind, count, seed):
    import numpy
    generator = numpy.random.default_rng(seed)
    if kind[0] == "f":
        return generator.random(count).astype(kind)
    most = min(ITEMS[0] * ITEMS[1], numpy.iinfo(kind).max)
    return generator.integers(0, most, count).astype(kind)


class Arguments:
    """Made-up arguments for one kernel; equal each time."""

    def __init__(self, cl, context, queue, source):
        self.cl, self.context, self.queue, self.source = cl, context, queue, source
        self.buffers = []  # (buffer, numpy array)
        self.values = []  # kept alive: a kernel holds no references

    def set(self, kernel):
        self.values = [self.make(kernel, index) for index in range(kernel.num_args)]
        kernel.set_args(*self.values)

    def make(self, kernel, index):
        import numpy
        cl, info = self.cl, self.cl.kernel_arg_info
        space = kernel.get_arg_info(index, info.ADDRESS_QUALIFIER)
        name = kernel.get_arg_info(index, info.TYPE_NAME)
        if space == cl.kernel_arg_address_qualifier.LOCAL:
            return cl.LocalMemory(LOCAL_BYTES)
        if name.startswith("image"):
            return self.image(name)
        if name == "sampler_t":
            return cl.Sampler(self.context, False, cl.addressing_mode.CLAMP, cl.filter_mode.NEAREST)
        if space != cl.kernel_arg_address_qualifier.PRIVATE:
            pointed = name.rstrip("*")
            kind = "u1" if pointed == "void" else scalar_type(pointed, self.source)[0]
            array = random_array(kind, ELEMENTS, index)
            flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
            self.buffers.append((cl.Buffer(self.context, flags, hostbuf=array), array))
            return self.buffers[-1][0]
        kind, lanes = scalar_type(name, self.source)
        value = 0.5 if kind[0] == "f" else NUMBER if kind[1] != "1" else 3
        return numpy.full(lanes, value, dtype=kind)

    def image(self, name):
        cl = self.cl
        if name != "image2d_t":
            raise Unsupported(f"a parameter of type {name}")
        pixels = random_array("f4", 128 * 128 * 4, 5)
        form = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.FLOAT)
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        return cl.Image(self.context, flags, form, shape=(128, 128), hostbuf=pixels)

    def read(self):
        results = []
        for buffer, array in self.buffers:
            got = array.copy()
            self.cl.enqueue_copy(self.queue, got, buffer)
            results.append(got)
        return results


def same(left, right):
    """Whether two results are equal, floating-point numbers but for rounding."""
    import numpy
    if left.dtype.kind != "f":
        return bool((left == right).all())
    return bool(numpy.isclose(left, right, rtol=1e-3, atol=1e-4, equal_nan=True).all())


class Version:
    """A program with its options, and one kernel of it with arguments."""

    def __init__(self, cl, context, source, options, name):
        self.queue = cl.CommandQueue(context, properties=cl.command_queue_properties.PROFILING_ENABLE)
        self.cl, self.name = cl, name
        used = time.process_time()
        self.program = cl.Program(context, source).build(options + ["-cl-kernel-arg-info"], cache_dir=False)
        self.kernel = cl.Kernel(self.program, name)
        self.arguments = Arguments(cl, context, self.queue, source)
        self.arguments.set(self.kernel)
        self.sizes = self.launch_sizes(context.devices[0], bool(SECOND_DIMENSION.search(COMMENT.sub("", source))))
        self.run()
        self.build_seconds = time.process_time() - used
        self.results = self.arguments.read()

    def launch_sizes(self, device, is_flat):
        info = self.cl.kernel_work_group_info
        required = self.kernel.get_work_group_info(info.COMPILE_WORK_GROUP_SIZE, device)
        local = [size for size in required if size] or (list(LOCAL) if is_flat else [LOCAL[0] * LOCAL[1]])
        wanted = list(ITEMS) if is_flat else [ITEMS[0] * ITEMS[1]]
        wanted += [1] * (len(local) - len(wanted))
        whole = [-(-items // size) * size for items, size in zip(wanted, local)]
        return tuple(whole), tuple(local)

    def run(self, times=1):
        """Runs the kernel, and returns the seconds that the device reports."""
        launches = [self.cl.enqueue_nd_range_kernel(self.queue, self.kernel, *self.sizes) for _ in range(times)]
        self.queue.finish()
        return sum(launch.profile.end - launch.profile.start for launch in launches) * 1e-9

    def sample(self, times):
        return self.run(times) / times


def measure(versions, repeat):
    """The lower quartile of each version's times; they run in turns, and other work on the machine disturbs some."""
    once = max(min(version.sample(1) for _ in range(2)) for version in versions)
    times = max(1, min(1000, int(LEAST_SAMPLE / max(once, 1e-7))))
    samples = [[version.sample(times) for version in versions] for _ in range(repeat)]
    return [sorted(column)[len(column) // 4] for column in zip(*samples)]


def devices_of(cl, pattern):
    found = [device for platform in cl.get_platforms() for device in platform.get_devices()
             if re.search(pattern, f"{platform.name} {device.name}")]
    if not found:
        raise Unsupported(f"no device matches {pattern}")
    return found[:1]


def context_and_source(cl, task):
    source = pathlib.Path(task["file"]).read_text(encoding="utf-8", errors="replace")
    return cl.Context(devices_of(cl, task["device"])), source


def names_of(task):
    """The names of the file's kernels."""
    import pyopencl as cl
    program = cl.Program(*context_and_source(cl, task)).build(task["options"], cache_dir=False)
    return {"kernels": program.get_info(cl.program_info.KERNEL_NAMES).split(";")}


def run_kernel(task):
    import pyopencl as cl
    context, source = context_and_source(cl, task)
    beside = cl.Context(devices_of(cl, task["peer"])) if task["peer"] else context
    # The reference comes first: if that one fails, the kernel says nothing about vectors.
    print("reference", flush=True)
    reference = Version(cl, beside, source, task["options"] + task["against"], task["kernel"])
    print("measured", flush=True)
    measured = Version(cl, context, source, task["options"], task["kernel"])
    differs = not all(map(same, measured.results, reference.results))
    seconds = measure([measured, reference], task["repeat"])
    size = sum(map(len, measured.program.get_info(cl.program_info.BINARIES)))
    return {"seconds": seconds, "differs": differs, "build": [measured.build_seconds, reference.build_seconds],
            "bytes": size, "estimate": estimate_of(cl, measured.program, context.devices[0], task["kernel"])}


def estimate_of(cl, program, device, kernel):
    """The gain that the vectoriser expects, from the remarks in the build log; 1 for a scalar kernel."""
    log = program.get_build_info(device, cl.program_build_info.LOG)
    gains = re.findall(rf"kernel '{re.escape(kernel)}' is vectorised: .*, estimated gain ([\d.]+)", log)
    return float(gains[-1]) if gains else 1.0


def child(text):
    task = json.loads(text)
    try:
        answer = (run_kernel if "kernel" in task else names_of)(task)
    except Unsupported as error:
        answer = {"skipped": str(error)}
    except Exception as error:  # pylint: disable=broad-except
        answer = {"skipped": str(error).strip().split("\n", maxsplit=1)[0][:100]}
    print(json.dumps(answer), flush=True)


# The process of the table -------------------------------------------------------------------------


def without_core_dump():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def ask(task, timeout):
    """A child's answer; `crash` names the program under which it ended."""
    command = [sys.executable, "-B", __file__, "--child", json.dumps(task)]
    environment = dict(os.environ, PYOPENCL_COMPILER_OUTPUT="0", PYTHONWARNINGS="ignore", KILN_CACHE="0",
                       KILN_NUM_THREADS="1", KILN_BASELINE="never")
    environment.setdefault("OCL_ICD_VENDORS", str(DRIVER))
    try:
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              timeout=timeout, preexec_fn=without_core_dump, check=False)
        lines, how = done.stdout.splitlines(), f"exit code {done.returncode}"
    except subprocess.TimeoutExpired as expired:
        lines, how = (expired.stdout or b"").decode().splitlines(), f"over {timeout} s"
    if lines and lines[-1].startswith("{"):
        return json.loads(lines[-1])
    if lines and lines[-1] == "measured":
        return {"crash": how}
    return {"skipped": f"the reference ends: {how}"}


def files_of(places):
    for place in map(pathlib.Path, places):
        yield from sorted(place.rglob("*.cl")) if place.is_dir() else [place]


def census(options):
    """Yields a row for each kernel: its name, and what its process said."""
    for file in files_of(options.places):
        folders = [f"-I{folder}" for folder in [file.parent, *options.include]]
        task = {"file": str(file), "device": options.device, "options": options.options + folders}
        found = ask(task, options.timeout)
        if "kernels" not in found:
            yield str(file), found
            continue
        for name in filter(None, found["kernels"]):
            if re.search(options.only, name):
                more = {"kernel": name, "against": options.against, "peer": options.peer, "repeat": options.repeat}
                yield f"{file.name}:{name}", ask(task | more, options.timeout)


def ratio(row):
    return row["seconds"][0] / row["seconds"][1]


def table(title, header, rows):
    if rows:
        print(f"\n{title}\n\n| kernel | {' | '.join(header)} |\n|{'---|' * (len(header) + 1)}")
        for name, *cells in rows:
            print(f"| {name} | {' | '.join(cells)} |")


def compare_estimates(run):
    """Prints the estimated gain of vectors beside the measured one, the most overestimated first."""
    pairs = [(name, row["estimate"], 1 / ratio(row), row["seconds"][1]) for name, row in run if row["estimate"] != 1]
    pairs.sort(key=lambda pair: pair[2] / pair[1])
    table("Estimated and measured gains", ["estimated", "measured", "ms of the reference"],
          [(name, f"{estimated:.1f}", f"{measured:.2f}", f"{1000 * seconds:.3f}")
           for name, estimated, measured, seconds in pairs])


def report(rows, options):
    """Prints the tables. Returns True if no kernel loses."""
    run = [(name, row) for name, row in rows if "seconds" in row]
    slow = sorted((pair for pair in run if ratio(pair[1]) > options.limit), key=lambda pair: -ratio(pair[1]))
    wrong = [(name, "differs") for name, row in run if row["differs"]]
    wrong += [(name, row["crash"]) for name, row in rows if "crash" in row]
    table(f"Slower than {options.peer or 'the reference'} {' '.join(options.against)}".rstrip(), ["ratio", "ms", "ms of the reference"],
          [(name, f"{ratio(row):.2f}", *(f"{1000 * seconds:.3f}" for seconds in row["seconds"])) for name, row in slow])
    table("Wrong, or different by races or made-up arguments", ["what"], wrong)
    worst = sorted(run, key=lambda pair: -pair[1]["build"][0])[:options.worst]
    table("Longest to build, processor time", ["ms", "ms of the reference", "bytes"],
          [(name, *(f"{1000 * seconds:.0f}" for seconds in row["build"]), str(row["bytes"])) for name, row in worst])
    if options.estimates:
        compare_estimates(run)
    if options.skipped:
        table("Skipped", ["reason"], [(name, row["skipped"]) for name, row in rows if "skipped" in row])
    product = 1.0
    for _, row in run:
        product *= ratio(row) ** (1 / len(run))
    print(f"\n{len(run)} kernels, geometric mean of the ratios {product:.2f}; {len(slow)} slower than {options.limit}, "
          f"{len(wrong)} wrong; {sum('skipped' in row for _, row in rows)} skipped")
    return not slow and not wrong


def main():
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2])
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="+", metavar="FOLDER_OR_FILE")
    parser.add_argument("--options", action="append", default=[], help="a build option; may be given several times")
    parser.add_argument("--against", action="append", help="a build option of the reference (-cl-kiln-vectorize=never)")
    parser.add_argument("--include", action="append", default=[], help="a folder of headers")
    parser.add_argument("--device", default="Kiln", help="a regular expression of platform and device")
    parser.add_argument("--peer", help="a regular expression of the reference's platform and device, of another driver")
    parser.add_argument("--only", default="", help="a regular expression of kernels' names")
    parser.add_argument("--repeat", type=int, default=9, help="samples of each program (9)")
    parser.add_argument("--limit", type=float, default=1.05, help="the ratio from which a kernel counts as slower (1.05)")
    parser.add_argument("--worst", type=int, default=10, help="rows of the table of build times (10)")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for a kernel (60)")
    parser.add_argument("--estimates", action="store_true", help="list the vectoriser's estimates beside the gains")
    parser.add_argument("--skipped", action="store_true", help="list the skipped kernels")
    options = parser.parse_args()
    if options.peer and options.estimates:
        parser.error("--estimates asks for remarks, which the driver of --peer does not know")
    options.against = options.against or ([] if options.peer else ["-cl-kiln-vectorize=never"])
    options.options += ["-cl-kiln-remarks"] if options.estimates else []
    return 0 if report(list(census(options)), options) else 1


if __name__ == "__main__":
    sys.exit(main())
