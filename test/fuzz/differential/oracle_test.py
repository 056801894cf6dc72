"""The fiber oracle: against the interpreter of test/fuzz/kernels, and on kernels that break rules."""
import os
import random
import sys
import unittest

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(__file__), os.pardir, "kernels"))

# pylint: disable=wrong-import-position
from case import Argument, Case, DTYPES, Launch  # noqa: E402
from oracle import BACKWARDS, CHECKS, FORWARDS, Oracle, Refused, SCATTERED  # noqa: E402

HEADER = "//@ kernel k\n//@ arg a int N zero 0\n//@ arg l local int L\n//@ run 12,1,1 6,1,1 0,0,0\n"


def kernel(body):
    return Case(HEADER + "kernel void k(global int *a, local int *l) {\n"
                "  int i = get_global_id(0), lid = get_local_id(0), n = get_local_size(0);\n"
                f"  {body}\n}}\n")


class Rules(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.oracle = Oracle()

    def run_kernel(self, body, flags=(), **how):
        case = kernel(body)
        program = self.oracle.build([case], flags)
        return numpy.frombuffer(self.oracle.run(program, case, case.launches[0], **how)[0], "i4").tolist()

    def test_barriers_let_all_arrive(self):
        for order in (FORWARDS, BACKWARDS, SCATTERED):
            found = self.run_kernel("l[lid] = i; barrier(CLK_LOCAL_MEM_FENCE); a[i] = l[n - 1 - lid];",
                                    order=order)
            self.assertEqual(found, [5, 4, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6])

    def test_a_loop_of_barriers(self):
        body = "l[lid] = 1; for (int s = 1; s < n; s *= 2) { barrier(CLK_LOCAL_MEM_FENCE); int x = " \
               "lid >= s ? l[lid - s] : 0; barrier(CLK_LOCAL_MEM_FENCE); l[lid] += x; } a[i] = l[lid];"
        self.assertEqual(self.run_kernel(body), [1, 2, 3, 4, 5, 6] * 2)

    def test_a_race_depends_on_the_order(self):
        body = "l[lid] = i; a[i] = l[(lid + 1) % n];"
        self.assertNotEqual(self.run_kernel(body), self.run_kernel(body, order=BACKWARDS))

    def test_local_memory_is_not_initialized(self):
        body = "a[i] = l[lid];"
        self.assertNotEqual(self.run_kernel(body), self.run_kernel(body, scribble=0))

    def test_a_group_computes_together(self):
        self.assertEqual(self.run_kernel("a[i] = work_group_reduce_add(i);"), [15] * 6 + [51] * 6)
        self.assertEqual(self.run_kernel("a[i] = work_group_scan_exclusive_add(lid + 1);"),
                         [0, 1, 3, 6, 10, 15] * 2)
        self.assertEqual(self.run_kernel("a[i] = work_group_broadcast(i, (size_t)4);"), [4] * 6 + [10] * 6)
        self.assertEqual(self.run_kernel("a[i] = work_group_any(lid == 3) * 2 + work_group_all(lid < 6);"),
                         [3] * 12)

    def test_sub_groups_of_four(self):
        """The second of a group has two work-items; sub-groups do not wait for each other."""
        def of_four(body):
            case = kernel(body)
            case.sub_group_size = 4
            found = self.oracle.run(self.oracle.build([case]), case, case.launches[0])[0]
            return numpy.frombuffer(found, "i4").tolist()[:6]
        self.assertEqual(of_four("a[i] = sub_group_reduce_add(1) * 10 + get_sub_group_local_id();"),
                         [40, 41, 42, 43, 20, 21])
        self.assertEqual(of_four("a[i] = sub_group_scan_inclusive_max(5 - lid);"), [5, 5, 5, 5, 1, 1])
        body = "if (get_sub_group_id() == 0) for (int s = 0; s < 3; ++s) { l[lid] = s + lid; " \
               "sub_group_barrier(CLK_LOCAL_MEM_FENCE); a[i] = l[lid ^ 1]; " \
               "sub_group_barrier(CLK_LOCAL_MEM_FENCE); } work_group_barrier(CLK_LOCAL_MEM_FENCE);"
        self.assertEqual(of_four(body), [3, 2, 5, 4, 0, 0])
        with self.assertRaisesRegex(Refused, "different barriers"):
            of_four("if (get_sub_group_id() == 0) work_group_barrier(CLK_LOCAL_MEM_FENCE); else "
                    "while (1) sub_group_barrier(CLK_LOCAL_MEM_FENCE + (lid == 5 ? sub_group_all(1) : 0));")

    def test_divergent_barriers_are_refused(self):
        with self.assertRaisesRegex(Refused, "different barriers"):
            self.run_kernel("if (lid > 2) barrier(CLK_LOCAL_MEM_FENCE); else barrier(CLK_LOCAL_MEM_FENCE);")
        with self.assertRaisesRegex(Refused, "have ended"):
            self.run_kernel("if (lid > 2) return; barrier(CLK_LOCAL_MEM_FENCE); a[i] = 1;")
        found = self.run_kernel("if (lid > 2) return; barrier(CLK_LOCAL_MEM_FENCE); a[i] = 1;", may_end=True)
        self.assertEqual(found, [1, 1, 1, 0, 0, 0] * 2)

    def test_errors_are_messages(self):
        with self.assertRaisesRegex(Refused, "undeclared identifier"):
            self.run_kernel("a[i] = nothing;")

    def test_undefined_behaviour_ends_the_process(self):
        for body in ("int p[4]; p[1] = 0; a[i] = p[i];", "a[i] = 0x7fffffff + (i + 1);", "a[i] = 5 / a[i];",
                     "a[i + 12] = 1;", "a[i - 12] = 1;"):
            child = os.fork()
            if child == 0:
                self.run_kernel(body, CHECKS, at_end="+" in body)
                os._exit(0)
            self.assertNotEqual(os.waitpid(child, 0)[1], 0, body)


class Interpreter(unittest.TestCase):
    """Two oracles that have nothing in common agree."""

    def one(self, oracle, seed):
        import run as kernels  # pylint: disable=import-outside-toplevel
        from generator import Generator  # pylint: disable=import-outside-toplevel
        r = random.Random(seed)
        made = Generator(seed).kernel(6)
        grid = r.choice(kernels.GRIDS + kernels.PARTIAL)
        values = kernels.make_inputs(made.generator, r)
        bounds, k = [r.randrange(5) for _ in range(8)], r.randrange(8)
        total = grid.size[0] * grid.size[1] * grid.size[2]
        size = grid.local[0] * grid.local[1] * grid.local[2]
        case = Case(f"//@ kernel test\n//@ options -DLSIZE={size} -DCHECKED_DIVISIONS\n//@ run 1,1,1 1,1,1 0,0,0\n" + made.source)
        inputs = [Argument(f"in{i}", "buffer", t.base, str(len(v)), "given", v)
                  for i, (t, v) in enumerate(zip(made.generator.inputs, values))]
        case.arguments = inputs + [
            Argument("bounds", "buffer", "int", "8", "given", bounds),
            Argument("out", "buffer", "ulong", str(total), "zero", 0),
            Argument("mine", "buffer", "int", str(total * 8), "zero", 0),
            Argument("counters", "buffer", "int", "16", "zero", 0),
            Argument("k", "scalar", "int", str(k), "", 0), Argument("lred", "local", "uint", "L", "", 0)]
        launch = Launch(grid.size, grid.local, grid.offset)
        found = oracle.run(oracle.build([case]), case, launch, may_end=True)
        expected = made.run(grid, values, bounds, k)
        for a, bytes_, wanted in zip(case.arguments[4:7], found[4:7], expected):
            self.assertEqual(numpy.frombuffer(bytes_, DTYPES[a.type]).tolist(), wanted, (seed, grid, a.name))

    def test_random_kernels(self):
        # Both folders have a generator and a run: here the ones of test/fuzz/kernels.
        sys.path.insert(0, os.path.join(os.path.dirname(__file__), os.pardir, "kernels"))
        for module in ("generator", "run"):
            sys.modules.pop(module, None)
        oracle = Oracle()
        for seed in range(40):
            self.one(oracle, seed)


if __name__ == "__main__":
    unittest.main()
