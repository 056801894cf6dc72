"""printf on the device, every conversion with flags, width, precision and length, of scalars and
vectors, beside the C library's; calls under a condition; invalid formats."""
import ctypes
import itertools
import subprocess
import sys
import unittest

from device import Device

DEVICE = Device()
HAS_HALF = "cl_khr_fp16" in DEVICE.extensions
LIBC = ctypes.CDLL(None)
RUN = """
import sys
from device import Device
device = Device()
program = device.build(sys.stdin.read())
device.run(program.k, int(sys.argv[1]))
device.queue.finish()
"""


def c_text(format_, value):
    buffer = ctypes.create_string_buffer(4096)
    if isinstance(value, float):
        argument = ctypes.c_double(value)
    elif isinstance(value, bytes):
        argument = ctypes.c_char_p(value)
    else:
        argument = ctypes.c_longlong(value)
    LIBC.snprintf(buffer, 4096, format_.encode(), argument)
    return buffer.value.decode()


def output(source, items=1):
    done = subprocess.run([sys.executable, "-c", RUN, str(items)], input=source, text=True,
                          capture_output=True, check=False, timeout=300)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done.stdout


def literal(value):
    if isinstance(value, float):
        return {"inf": "INFINITY", "-inf": "-INFINITY", "nan": "NAN"}.get(str(value), repr(value))
    return f"{value}L" if value >= -2**63 + 1 else "LONG_MIN"


def wrapped(value, bits, is_signed):
    value &= (1 << bits) - 1
    return value - (1 << bits) if is_signed and value >> (bits - 1) else value


class Cases:
    """Statements, and the printed line of each."""

    def __init__(self):
        self.statements, self.expected = [], []

    def add(self, format_, arguments, text):
        self.statements.append(f'  printf("{format_}\\n", {arguments});')
        self.expected.append(text)

    def check(self, test):
        lines = output("kernel void k() {\n" + "\n".join(self.statements) + "\n}\n").split("\n")
        for statement, line, text in zip(self.statements, lines, self.expected, strict=False):
            test.assertEqual(line, text, statement)
        test.assertEqual(len(lines), len(self.expected) + 1)


LENGTHS = {"hh": (8, "char"), "h": (16, "short"), "": (32, "int"), "l": (64, "long")}


class Printf(unittest.TestCase):
    def test_integers(self):
        cases = Cases()
        shapes = ["", "-8", "+", " ", "#", "08", "5", ".3", "-10.4", "+.0", "#12.6", "0+9"]
        for shape, letter in itertools.product(shapes, "diuoxX"):
            for length, (bits, t) in LENGTHS.items():
                value = {8: -77, 16: 30001, 32: -123456, 64: 2**40 + 3}[bits]
                is_signed = letter in "di"
                if is_signed and "#" in shape or not is_signed and ("+" in shape or " " in shape):
                    continue  # undefined in C
                cases.add(f"%{shape}{length}{letter}", f"({t}){value}L",
                          c_text(f"%{shape}ll{letter}", wrapped(value, bits, is_signed)))
        cases.check(self)

    def test_floating_point(self):
        cases = Cases()
        shapes = ["", "-14", "+", " ", "#", "012", ".0", ".3", "+12.2", "#.0", "-20.9"]
        numbers = (0.0, -1.5, 3.0e-5, 123456789.25, float("inf"), -float("inf"), float("nan"))
        for shape, letter, value in itertools.product(shapes, "fFeEgGaA", numbers):
            cases.add(f"%{shape}{letter}", literal(value), c_text(f"%{shape}{letter}", value))
        for t, length in [("half", "")] * HAS_HALF + [("float", ""), ("double", "l")]:
            cases.add(f"%{length}f", f"({t})0.375", "0.375000")
        cases.check(self)

    def test_characters_strings_and_pointers(self):
        cases = Cases()
        cases.add("%c%5c%-3c|", "'a', 'b', 'c'", "a    bc  |")
        cases.add("%s|%8s|%-8s|%.2s|%%", '"one", "two", "three", "four"', "one|     two|three   |fo|%")
        cases.add("%s", '1 ? "constant" : ""', "constant")
        cases.add("no %% conversion%s", '""', "no % conversion")
        cases.check(self)
        text = output('kernel void k() { int x; printf("%p|%20p", &x, &x); }')
        first, second = text.split("|")
        self.assertRegex(first, "^0x[0-9a-f]+$")
        self.assertEqual(second, first.rjust(20))

    def test_vectors(self):
        cases = Cases()
        lengths = {"hh": (8, "char"), "h": (16, "short"), "hl": (32, "int"), "l": (64, "long")}
        for width, letter in itertools.product((2, 3, 4, 8, 16), "diuoxX"):
            for length, (bits, t) in lengths.items():
                values = [(i * 37 - 100) * (1 << (bits - 8)) + i for i in range(width)]
                each = f"%{'#' if letter in 'xo' else ''}6"
                text = ",".join(c_text(f"{each}ll{letter}", wrapped(v, bits, letter in "di"))
                                for v in values)
                cases.add(f"{each}v{width}{length}{letter}",
                          f"({t}{width})(" + ", ".join(f"({t}){v}L" for v in values) + ")", text)
        for width, letter in itertools.product((2, 3, 4, 8, 16), "feEgGaA"):
            for length, t in [("h", "half")] * HAS_HALF + [("hl", "float"), ("l", "double")]:
                values = [i * 0.75 - 2 for i in range(width)]
                cases.add(f"%.3v{width}{length}{letter}",
                          f"({t}{width})(" + ", ".join(f"({t}){v}" for v in values) + ")",
                          ",".join(c_text(f"%.3{letter}", v) for v in values))
        cases.check(self)

    def test_under_a_condition(self):
        """Each printing work-item prints whole lines; the others nothing."""
        text = output("""kernel void k() {
            int i = get_global_id(0);
            if (i % 3 == 1) { int n = printf("%d is %s\\n", i, "here"); if (n != 0) printf("bad\\n"); }
            for (int r = 0; r < i % 4; ++r) if (r & 1) printf("round %d of %d\\n", r, i); }""", 60)
        expected = [f"{i} is here" for i in range(60) if i % 3 == 1]
        expected += [f"round {r} of {i}" for i in range(60) for r in range(i % 4) if r & 1]
        self.assertEqual(sorted(text.split("\n")[:-1]), sorted(expected))

    def test_wrong_formats_are_errors(self):
        for call in ('printf("%n", p)', 'printf("%v5d", 1)', 'printf("%v4hld", 1)', 'printf("%")',
                     'printf("%d")', 'printf("%*d", 1, 2)', 'printf("%s", 5)', 'printf("%v2s", "a")',
                     'printf("%q", 1)', 'printf("%v4d", (int2)(1))', 'printf("%llk", 1)'):
            with self.assertRaises(Exception, msg=call):
                DEVICE.build("kernel void k(global int *p) { " + call + "; }", ["-w"])
        for fine in ('printf("100%%")', 'printf("")', 'printf("%d", 1, 2)'):
            DEVICE.build("kernel void k() { " + fine + "; }", ["-w"])


if __name__ == "__main__":
    unittest.main()
