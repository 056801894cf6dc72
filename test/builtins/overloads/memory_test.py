"""Loads, stores, shuffles, geometric functions and atomic operations: every overload, of all types,
widths and address spaces."""
import unittest

import numpy as np

from device import Device, values
from element_wise_test import HEADER
from ocl_types import INTEGERS, unsigned_of, vector
from reference import NUMPY, REALS, wrap

DEVICE = Device()
ALL = INTEGERS + REALS
VECTORS = (2, 3, 4, 8, 16)
COUNT = 48


def same(got, wanted, text):
    """By bits: of NaNs, too."""
    kind = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}[got.dtype.itemsize]
    np.testing.assert_array_equal(got.view(kind), np.ascontiguousarray(wanted).view(kind), text)


class LoadsAndStores(unittest.TestCase):
    """One after another through memory of each address space, off the vectors' alignment."""

    def source(self, t):
        steps = "".join(f"""
          for (size_t i = 0; i < {COUNT} / {n}; ++i) {{
            vstore{n}(vload{n}(i, in + 1), i, mine + 1);
            vstore{n}(vload{n}(i, mine + 1), i, room + 1);
            vstore{n}(vload{n}(i, room + 1), i, out + 1 + {section * (COUNT + 1)});
          }}
          for (int i = 1; i < {COUNT + 1}; ++i) mine[i] = room[i] = 0;
          vstore{n}(vload{n}(1, {t}_table), 0, out + {(COUNT + 1) * 5 + 16 * section});"""
                        for section, n in enumerate(VECTORS))
        table = ", ".join(f"({t}){i}" for i in range(40))
        return f"""
          constant {t} {t}_table[40] = {{{table}}};
          kernel void {t}_k(const global {t} *in, global {t} *out) {{
            local {t} room[{COUNT + 1}];
            {t} mine[{COUNT + 1}];
            {steps}
          }}"""

    def test_generic_pointers(self):
        self.check()

    def test_named_address_spaces(self):
        self.check("-cl-std=CL1.2")

    def check(self, *options):
        program = DEVICE.build(HEADER + "".join(self.source(t) for t in ALL), options)
        for t in ALL:
            data = values(t)[:COUNT + 1]
            out = DEVICE.upload(np.zeros((COUNT + 1) * 5 + 16 * 5, NUMPY[t]))
            DEVICE.run(getattr(program, t + "_k"), 1, DEVICE.upload(data), out)
            got = DEVICE.download(out, NUMPY[t])
            for section, n in enumerate(VECTORS):
                part = got[section * (COUNT + 1):][:COUNT + 1]
                same(part[1:], data[1:], f"{t}{n}")
                np.testing.assert_array_equal(part[0], 0)
                tail = got[(COUNT + 1) * 5 + 16 * section:][:n]
                np.testing.assert_array_equal(tail, np.arange(n, 2 * n).astype(NUMPY[t]))


class Shuffles(unittest.TestCase):
    WIDTHS = (2, 4, 8, 16)

    def source(self, t):
        u, lines, at = unsigned_of(t), [], 0
        for m in self.WIDTHS:
            for n in self.WIDTHS:
                mask = f"vload{n}(0, masks)"
                lines.append(f"vstore{n}(shuffle(vload{m}(0, a), {mask}), 0, out + {at});")
                lines.append(f"vstore{n}(shuffle2(vload{m}(0, a), vload{m}(0, b), {mask}), 0, "
                             f"out + {at + n});")
                at += 2 * n
        return at, (f"kernel void {t}_k(const global {t} *a, const global {t} *b, "
                    f"const global {u} *masks, global {t} *out) {{\n" + "\n".join(lines) + "\n}\n")

    def test_all(self):
        sources = {t: self.source(t) for t in ALL}
        program = DEVICE.build(HEADER + "".join(text for _, text in sources.values()))
        masks = np.random.default_rng(4).integers(0, 128, 16)  # high bits do not count
        for t in ALL:
            a, b = values(t, 1)[:16], values(t, 2)[:16]
            out = DEVICE.upload(np.zeros(sources[t][0], NUMPY[t]))
            DEVICE.run(getattr(program, t + "_k"), 1, DEVICE.upload(a), DEVICE.upload(b),
                       DEVICE.upload(masks.astype(NUMPY[unsigned_of(t)])), out)
            wanted = [array for m in self.WIDTHS for n in self.WIDTHS for array in (
                a[:m][masks[:n] % m], np.concatenate([a[:m], b[:m]])[masks[:n] % (2 * m)])]
            same(DEVICE.download(out, NUMPY[t]), np.concatenate(wanted), t)


class Geometry(unittest.TestCase):
    def test_all(self):
        source, names = "", ["dot(a, b)", "length(a)", "distance(a, b)"]
        for t in REALS:
            for n in (1, 2, 3, 4):
                fast = ["fast_length(a)", "fast_distance(a, b)"] if t == "float" else []
                vectors = ["normalize(a)"] + (["fast_normalize(a)"] if t == "float" else [])
                vectors += ["cross(a, b)"] if n >= 3 else []
                load = "vload{}(0, {})".format if n > 1 else "*{1}".format
                stores = "".join(f"out[{i}] = {call};" for i, call in enumerate(names + fast))
                stores += "".join(f"out[{8 + 4 * i}] = {call};" if n == 1 else
                                  f"vstore{n}({call}, 0, out + {8 + 4 * i});"
                                  for i, call in enumerate(vectors))
                source += (f"kernel void {t}_{n}(const global {t} *x, const global {t} *y, "
                           f"global {t} *out) {{ {vector(t, n)} a = {load(n, 'x')}, "
                           f"b = {load(n, 'y')}; {stores} }}\n")
        program = DEVICE.build(HEADER + source)
        for t in REALS:
            x, y = (np.array(v, NUMPY[t]) for v in ((1.5, -2, 3.25, 0.5), (0.25, 4, -1, 2)))
            for n in (1, 2, 3, 4):
                out = DEVICE.upload(np.zeros(20, NUMPY[t]))
                DEVICE.run(getattr(program, f"{t}_{n}"), 1, DEVICE.upload(x), DEVICE.upload(y), out)
                got = DEVICE.download(out, NUMPY[t]).astype(float)
                self.check(t, n, got, x[:n].astype(float), y[:n].astype(float))

    def check(self, t, n, got, x, y):
        tolerance = {"half": 1e-3, "float": 1e-6, "double": 1e-14}[t]
        wanted = [x @ y, np.linalg.norm(x), np.linalg.norm(x - y)]
        wanted += wanted[1:] if t == "float" else []
        near = {"rtol": tolerance, "atol": tolerance}
        np.testing.assert_allclose(got[:len(wanted)], wanted, err_msg=f"{t}{n}", **near)
        unit = x / np.linalg.norm(x)
        rows = [unit] * (2 if t == "float" else 1)
        if n >= 3:
            rows.append(np.concatenate([np.cross(x[:3], y[:3]), np.zeros(n - 3)]))
        for i, row in enumerate(rows):
            np.testing.assert_allclose(got[8 + 4 * i:][:n], row, err_msg=f"{t}{n}", **near)


OPERATIONS = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "min": min, "max": max,
              "and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b}


class Atomics(unittest.TestCase):
    """Operations of one work-item, in global and local memory: results and the memory afterwards.
    (The tests of kernels check their atomicity.)"""

    TYPES = ("int", "uint", "long", "ulong")

    def legacy(self, t, space):
        """(statement, result, memory after) with memory 100 and operand 7 before."""
        prefixes = ("atomic", "atom") if t in ("int", "uint") else ("atom",)
        for prefix in prefixes:
            for name, function in OPERATIONS.items():
                yield f"{prefix}_{name}({space}, ({t})7)", 100, function(100, 7)
            yield f"{prefix}_inc({space})", 100, 101
            yield f"{prefix}_dec({space})", 100, 99
            yield f"{prefix}_xchg({space}, ({t})7)", 100, 7
            yield f"{prefix}_cmpxchg({space}, ({t})100, ({t})7)", 100, 7
            yield f"{prefix}_cmpxchg({space}, ({t})5, ({t})7)", 100, 100

    def modern(self, t, space):
        named = {"g": "global", "l": "local", "p": "generic"}[space]
        at = f"(volatile {named} atomic_{t} *){space}"
        orders = ["", *(f", memory_order_{o}" for o in ("relaxed", "acquire", "release", "acq_rel",
                                                        "seq_cst"))]
        for order in orders:
            for scope in ("", ", memory_scope_work_group", ", memory_scope_device",
                          ", memory_scope_all_svm_devices") if order else ("",):
                form = ("_explicit" if order else "", order + scope)
                for name, function in OPERATIONS.items():
                    yield f"atomic_fetch_{name}{form[0]}({at}, ({t})7{form[1]})", 100, function(100, 7)
                yield f"atomic_exchange{form[0]}({at}, ({t})7{form[1]})", 100, 7
                if "acquire" not in order and "acq_rel" not in order:
                    yield f"(atomic_store{form[0]}({at}, ({t})7{form[1]}), 0)", 0, 7
                if "release" not in order and "acq_rel" not in order:
                    yield f"atomic_load{form[0]}({at}{form[1]})", 100, 100
                failure = order if "release" not in order and "acq_rel" not in order else (
                    ", memory_order_relaxed")
                for strength in ("strong", "weak"):
                    compare = f"atomic_compare_exchange_{strength}{form[0]}({at}, &e, ({t})7"
                    tail = f"{order}{failure if order else ''}{scope})"
                    if strength == "strong":
                        yield f"(e = 100, {compare}{tail})", 1, 7
                    yield f"(e = 5, {compare}{tail} ? 1 : e)", 100, 100

    def test_all(self):
        sources, wanted = [], {}
        for t in self.TYPES:
            for space, pointer in (("global", "g"), ("local", "l"), ("generic", "p")):
                legacy = [] if space == "generic" else list(self.legacy(t, pointer))
                rows = legacy + list(self.modern(t, pointer))
                body = "".join(f"*{pointer} = 100; out[{2 * i}] = ({t})({call}); "
                               f"out[{2 * i + 1}] = *{pointer};\n"
                               for i, (call, _, _) in enumerate(rows))
                sources.append(f"kernel void {t}_{space}(volatile global {t} *g, global {t} *out) {{\n"
                               f"local {t} room; volatile local {t} *l = &room; {t} e;\n"
                               f"volatile {t} *p = *g ? (volatile {t} *)g : l;\n{body}}}\n")
                wanted[f"{t}_{space}"] = t, rows
        program = DEVICE.build("".join(sources))
        for name, (t, rows) in wanted.items():
            out = DEVICE.upload(np.zeros(2 * len(rows), NUMPY[t]))
            DEVICE.run(getattr(program, name), 1, DEVICE.upload(np.zeros(1, NUMPY[t])), out)
            got = DEVICE.download(out, NUMPY[t]).reshape(-1, 2).tolist()
            for (call, result, after), (first, second) in zip(rows, got, strict=True):
                self.assertEqual((wrap(first, t), wrap(second, t)), (result, after),
                                 f"{name}: {call}")


if __name__ == "__main__":
    unittest.main()
