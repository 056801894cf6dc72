"""What the kernel pipeline makes of a program is linear in the program: growth_test.py <muxc>

Instructions are counted, no time is taken: for n, 2n and 4n of a construct, the second step must
add twice as much as the first, within 20 %. Kernels with many barriers must consist of many
functions,
none larger for it but their caller: much of code generation is not linear in a function.
Functions of mathematics are not repeated there.
"""
import re
import subprocess
import sys
import tempfile
import unittest

import programs

TOLERANCE = 1.2
CALL = 16  # instructions of a line with a call of mathematics, in the vector and the scalar variant together


def pipeline(source):
    """The program behind the pipeline."""
    with tempfile.NamedTemporaryFile("w", suffix=".cl") as file:
        file.write(source)
        file.flush()
        return subprocess.run([MUXC, "--pipeline=kernel", "--target=host", file.name],
                              check=True, capture_output=True, text=True, timeout=300).stdout


def functions_of(source):
    """The instructions of each function behind the pipeline, by name; each operand of a phi counts, too."""
    text = pipeline(source)
    bodies = re.findall(r"^define [^@]*@([^(]+)(.*?^})$", text, re.MULTILINE | re.DOTALL)
    return {name: len(re.findall(r"^  +[^ ;\]]|, %[^ ]+ \]", body, re.MULTILINE))
            for name, body in bodies}


class Growth(unittest.TestCase):
    def check(self, make, n):
        functions = [functions_of(make(size)) for size in (n, 2 * n, 4 * n)]
        small, medium, large = (sum(each.values()) for each in functions)
        first, second = medium - small, large - medium
        self.assertGreater(first, 0)
        self.assertLessEqual(second, 2 * TOLERANCE * first, (small, medium, large))
        return functions

    def check_parts(self, make, n):
        small, _, large = self.check(make, n)
        largest = [max(size for name, size in functions.items() if name != "k")
                   for functions in (small, large)]
        self.assertLessEqual(largest[1], TOLERANCE * largest[0])
        parts = [sum(".items" in name for name in functions) for functions in (small, large)]
        self.assertGreater(parts[1], 3 * parts[0])

    def test_barriers(self):
        self.check_parts(programs.barriers, 24)

    def test_barrier_loops(self):
        self.check(programs.barrier_loops, 12)

    def test_statements(self):
        self.check(programs.statements, 100)

    def test_calls(self):
        """A large kernel has functions once for SIMD groups and once for work-items, and calls them."""
        _, medium, large = self.check(programs.calls, 100)
        self.assertLess(sum(large.values()) - sum(medium.values()), 200 * CALL)

    def test_ifs(self):
        self.check(programs.ifs, 25)

    def test_nested_ifs(self):
        self.check(programs.nested_ifs, 8)

    def test_loops(self):
        self.check(programs.loops, 8)

    def test_cases(self):
        self.check(programs.cases, 50)

    def test_switches(self):
        """Code generation is not linear in the successors of a block."""
        switches = re.findall(r"^  switch [^\[]*\[(.*?)^  \]", pipeline(programs.uniform_cases(1000)),
                              re.MULTILINE | re.DOTALL)
        cases = [switch.count("label") for switch in switches]
        self.assertGreaterEqual(sum(cases), 1000)
        self.assertLessEqual(max(cases), 256)

    def test_fallthroughs(self):
        self.check(programs.fallthroughs, 50)

    def test_loop_exits(self):
        self.check(programs.loop_exits, 50)

    def test_exits(self):
        self.check(programs.exits, 50)

    def test_prints(self):
        self.check(programs.prints, 20)

    def test_arrays(self):
        self.check(programs.arrays, 8)


if __name__ == "__main__":
    MUXC = sys.argv.pop(1)
    unittest.main()
