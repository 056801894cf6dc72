"""Random expressions of OpenCL C with a defined value, and the indices of their loads.

Patterns recognised by vectorisers are written on purpose: the same number as int, uint and ulong, affine and
wrapping indices, guarded reads next to a buffer's ends, uniform values and seemingly uniform ones.
Everything is parenthesised, so that a reducer can cut text at parentheses.
"""
from collections import namedtuple

T = namedtuple("T", "base n")
# `below`: it is an index from 0 to this, exclusively.
Variable = namedtuple("Variable", "name type uniform writable below")
Input = namedtuple("Input", "name base tight fields")

SIGNED = {"char": "uchar", "short": "ushort", "int": "uint", "long": "ulong"}
UNSIGNED = {u: s for s, u in SIGNED.items()}
WIDTH = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32,
         "long": 64, "ulong": 64}
SIZE = {**{t: w // 8 for t, w in WIDTH.items()}, "half": 2, "float": 4, "double": 8}
FLOATS = ("half", "float", "double")
BASES = ["int"] * 5 + ["float"] * 5 + ["uint"] * 3 + ["double"] * 2 + \
    ["char", "uchar", "short", "ushort", "long", "ulong"]
MASK = {1: "char", 2: "short", 4: "int", 8: "long"}
INT, UINT = T("int", 1), T("uint", 1)
SLACK = 384     # elements that an input has beyond 4 for each work-item
INTEGER_BUILTINS = [("min", 2), ("max", 2), ("add_sat", 2), ("sub_sat", 2), ("mul_hi", 2),
                    ("rotate", 2), ("clz", 1), ("popcount", 1), ("hadd", 2), ("bitselect", 3)]
FLOAT_BUILTINS = [("floor", 1), ("ceil", 1), ("trunc", 1), ("rint", 1), ("fabs", 1), ("fma", 3)]


def name(t):
    return t.base + (str(t.n) if t.n > 1 else "")


def unsigned(base):
    return SIGNED.get(base, base)


def literal(base, value):
    if base in FLOATS:
        return f"((half){float(value)!r}f)" if base == "half" else f"{float(value)!r}{'f' if base == 'float' else ''}"
    if base in ("ulong", "long"):
        return f"(({base})0x{value & (1 << 64) - 1:x}UL)"
    if base == "uint":
        return f"{value}u"
    return str(value) if 0 <= value < 1 << 31 and base == "int" else f"(({base}){value})"


class Values:
    """Needs r (random), variables (a list of Variable), inputs, arrays, in_function, has_half, group_indices
    and group_conditions (expressions periodic in a group).
    """

    def chance(self, p):
        return self.r.random() < p

    def number(self, base):
        if base in FLOATS:
            return self.r.choice([0.0, 1.0, -1.0, 0.5, -2.25, 3.0, 1024.0, 0.0009765625, 7.0])
        w = WIDTH[base]
        low, high = (0, (1 << w) - 1) if base in UNSIGNED else (-(1 << (w - 1)), (1 << (w - 1)) - 1)
        return self.r.choice([0, 1, 2, 3, 5, 7, high, high - 1, low + 1, self.r.randint(0, 100),
                              self.r.randint(low + 1, high)])

    def constant(self, t):
        values = [literal(t.base, self.number(t.base)) for _ in range(t.n)]
        return values[0] if t.n == 1 else f"(({name(t)})({', '.join(values)}))"

    def visible(self, uniform, wanted=lambda v: True):
        return [v for v in self.variables if (v.uniform or not uniform) and wanted(v)]

    # ---- leaves

    def leaf(self, t, uniform=False, loads=True):
        same = self.visible(uniform, lambda v: v.type == t)
        if same and self.chance(0.65):
            return self.r.choice(same).name
        if loads and not uniform and self.chance(0.35):
            return self.load(t)
        wide = self.visible(uniform, lambda v: v.type.base == t.base and v.type.n > t.n)
        if wide and self.chance(0.6):
            v = self.r.choice(wide)
            return f"{v.name}.s{''.join('%x' % self.r.randrange(v.type.n) for _ in range(t.n))}"
        others = self.visible(uniform, lambda v: v.type.n == t.n and v.type != t)
        if others and self.chance(0.6):
            v = self.r.choice(others)
            return self.converted(t, v.type, v.name)
        if t.n > 1:
            return f"(({name(t)})({self.leaf(T(t.base, 1), uniform, loads)}))"
        return self.constant(t)

    def converted(self, t, source, text):
        if source.base == "half":
            source, text = T("float", source.n), f"((float){text})"
        if t.base in WIDTH and source.base in FLOATS:
            return f"convert_{name(t)}_sat({text})"
        if t.n == 1:
            return f"(({t.base}){text})"
        return f"convert_{name(t)}({text})"

    # ---- indices

    def linear(self):
        """The work-item's number, in one of the types common in programs."""
        return self.r.choice(["gi", "gi", "gu", "gl"])

    def index(self, depth=1):
        """From 0 to 4 * n + SLACK, exclusively."""
        r, g, c = self.r, self.linear(), self.r.randrange(1, 64)
        counters = self.visible(False, lambda v: v.below and v.below <= 16)
        kind = r.randrange(18)
        periodic = [] if self.in_function else self.group_indices()
        if periodic and self.chance(0.2):
            return r.choice(periodic)
        if counters and self.chance(0.4):
            j = r.choice(counters)
            forms = [f"{g} + {j.name}", f"{j.name}", f"{j.name} * 4 + {c}", f"{g} + {j.name} * 3"]
            if j.below <= 4:
                forms += [f"{j.name} * (int)n + gi", f"{g} * 4 + {j.name}", f"{g} * {j.below} + {j.name}"]
            return f"({r.choice(forms)})"
        if kind < 4:
            return r.choice([g, f"({g} + {c})"])
        if kind < 6:
            return f"({g} * {r.choice([2, 3, 4])} + {r.randrange(4)})"
        if kind == 6:
            return f"(n - 1u - {g})" if g != "gi" else "((int)n - 1 - gi)"
        if kind == 7:
            return r.choice(["lid", f"(lid + {c})", "lx", f"({g} ^ {r.choice([1, 2, 3, 7, 32])})"])
        if kind == 8:
            return r.choice([f"({g} >> 1)", f"({g} / 3)", f"({g} & ~3)", f"({g} % 7)",
                             f"({g} / 4 * 4 + ({g} + 1) % 4)"])
        if kind == 9:
            return f"({self.uniform(0)} & {r.choice([7, 63, 255])})"
        if kind == 10:
            return r.choice([f"((gu - {c}u) & 63u)", "(gu * 2654435769u >> 26)", f"((uchar)(gu + {c}))",
                             f"((uchar)(gi * {c}))", f"((uint)(gu + {2 ** 32 - c}u) % 61u)",
                             f"((ushort)(gu * 2u) & 255)", f"((gu + {2 ** 32 - c}u) + {c}u)",
                             f"((size_t)(gu - {c}u) & 127)"])
        if kind == 11 and depth > 0:
            i = r.choice(self.inputs)
            if i.base in WIDTH and not i.tight and not i.fields:
                return f"({i.name}[{self.index(depth - 1)}] & {r.choice([15, 255])})"
        if kind >= 15:
            return self.permuted(g)
        e = self.expr(r.choice([INT, UINT]), depth, loads=False)
        return f"({e} & {r.choice([3, 63, 255])})"

    def permuted(self, g):
        """The work-item's number in another order of blocks whose size only the launch knows."""
        u, c = f"({self.uniform(0)} & {self.r.choice([1, 3, 7, 15, 31])})", self.r.randrange(4)
        size, power = f"({u} + 1)", f"(1 << ({u} & 3))"
        return self.r.choice([f"({g} ^ {u})", f"({g} & ~{u})", f"(({g} | {u}) - ({g} & 1))",
                              f"({g} / {size} * {size} + ({u} - {g} % {size}))", f"({g} / {size})",
                              f"({g} % {size} + {c})", f"({g} / {power} * 2 * {power} + {g} % {power} + {power})",
                              f"(2 * {g} - ({g} & ({power} - 1)))", f"({g} >> ({u} & 7))",
                              f"(({g} + {c} & ~{u}) + {u} - ({g} + {c} & {u}))"])

    def guarded(self, t, i):
        """A read beyond the buffer for some work-items, behind a test."""
        c, other = self.r.choice([1, 1, 2, 5]), self.leaf(t, loads=False)
        forms = [(f"gi >= {c}", f"gi - {c}"), (f"gi + {c} < (int)n", f"gi + {c}"),
                 (f"gu >= {c}u", f"gu - {c}u"), (f"gu + {c}u < n", f"gu + {c}u"),
                 (f"!(gu < {c}u)", f"(uint)(gu - {c}u)"), (f"gl + {c} < n", f"gl + {c}")]
        test, at = self.r.choice(forms)
        return f"(({t.base})(({test}) ? {i.name}[{at}] : {other}))"

    def load(self, t):
        r = self.r
        arrays = [a for a in self.arrays if a.type == t]
        if arrays and self.chance(0.6):
            a = r.choice(arrays)
            return f"{a.name}[{self.small_index(a.count)}]"
        usable = [i for i in self.inputs if i.base == t.base]
        if not usable:
            return self.constant(t)
        i = r.choice(usable)
        if i.fields:
            base = f"{i.name}[{r.choice(['gi', 'gu', f'gl', f'((int)n - 1 - gi)', '(gi & 7)'])}]"
            parts = [f"{base}.{r.choice(i.fields)}" for _ in range(t.n)]
            return parts[0] if t.n == 1 else f"(({name(t)})({', '.join(parts)}))"
        if i.tight:
            if t.n == 1:
                return self.guarded(t, i) if self.chance(0.8) else f"{i.name}[{self.linear()}]"
            return f"(({name(t)})({i.name}[{self.linear()}]))"
        if t.n == 1:
            return f"{i.name}[{self.index()}]"
        # From 0 to 4 * n of vectors only where there are as many.
        if t.n <= 4 and self.chance(0.7):
            at = r.choice([self.linear(), self.linear(), f"({self.leaf(INT, loads=False)} & 7)"])
            return f"vload{t.n}({at}, {i.name})"
        return f"vload{t.n}(0, {i.name} + {self.index()})"

    def small_index(self, count):
        """Into a private array: constant, uniform, a loop's counter, or anything."""
        counters = [v.name for v in self.variables if v.below and v.below <= count]
        kind = self.r.randrange(4)
        if counters and self.chance(0.5):
            return self.r.choice(counters)
        if kind == 0:
            return str(self.r.randrange(count))
        if kind == 1:
            return f"({self.uniform(0)} & {count - 1})"
        return f"({self.leaf(self.r.choice([INT, UINT]), loads=False)} & {count - 1})"

    # ---- uniform values

    def uniform(self, depth=1):
        """An int, the same for all work-items of a group."""
        names = [v.name for v in self.variables if v.uniform and v.type == INT]
        # More than one launch has: but one value.
        simple = names + ["k", f"bounds[{self.r.randrange(8)}]"]
        if not self.in_function:
            simple += ["(int)get_group_id(0)", "(int)get_num_groups(0)"]
        e = self.r.choice(simple)
        if depth <= 0:
            return e
        return self.r.choice([e, f"bounds[{e} & 7]", f"({e} + {self.r.randrange(4)})",
                              f"({e} ^ {self.r.choice(simple)})"])

    def uniform_condition(self):
        u, c = self.uniform(), self.r.randrange(5)
        return self.r.choice([f"(({u} & 1) != 0)", f"(({u} & 7) > {c})", f"(({u} & 3) != {c})"])

    def condition(self, depth):
        """Mostly different between work-items."""
        r, kind = self.r, self.r.randrange(9)
        periodic = [] if self.in_function else self.group_conditions()
        if kind == 8 and periodic:
            return r.choice(periodic)
        if kind == 0:
            return f"({self.linear()} % {r.choice([2, 3, 5])} == {r.randrange(2)})"
        if kind == 1:
            return r.choice(["(lid < 4)", "(lid == 0)", "(lx > 2)", "(gi + 3 < (int)n)", "((gu & 8u) != 0u)"])
        if kind == 2 and depth > 0:
            o = r.choice(["&&", "||"])
            return f"({self.condition(depth - 1)} {o} {self.condition(depth - 1)})"
        if kind == 3 and depth > 0:
            tight = [i for i in self.inputs if i.tight and i.base in WIDTH]
            if tight:
                i, c = r.choice(tight), r.choice([1, 2])
                return r.choice([f"(gi >= {c} && {i.name}[gi - {c}] > 0)",
                                 f"(gu + {c}u >= n || {i.name}[gu + {c}u] < 3)"])
        t = T(r.choice([v.type.base for v in self.variables] + ["int", "float"]), 1)
        o = r.choice(["<", ">", "==", "!=", "<=", ">="])
        return f"({self.expr(t, depth)} {o} {self.expr(t, depth)})"

    # ---- operations

    def expr(self, t, depth, uniform=False, loads=True):
        if depth <= 0 or self.chance(0.15):
            return self.leaf(t, uniform, loads)
        sub = lambda s=t: self.expr(s, depth - 1, uniform, loads)  # noqa: E731
        # Of half, operators alone: the oracle has no builtins of it, and there are no vectors.
        kind = self.r.choice([0, 0, 0, 6, 7, 11] if t.base == "half" else range(12))
        if kind < 5:
            return self.operator(t, sub)
        if kind == 5:
            table = INTEGER_BUILTINS if t.base in WIDTH else FLOAT_BUILTINS
            f, count = self.r.choice(table)
            return f"{f}({', '.join(sub() for _ in range(count))})"
        if kind == 6:
            others = BASES + ["half"] * (2 * self.has_half if t.n == 1 else 0)
            s = T(self.r.choice([b for b in others if b != t.base]), t.n)
            return self.converted(t, s, sub(s))
        if kind == 7 and not uniform:
            return self.chosen(t, depth, sub)
        if kind == 8 and t.base in WIDTH:
            return self.shift(t, sub)
        if kind == 9:
            return self.division(t, sub)
        if kind == 10 and t.n == 1:
            s = T(t.base, self.r.choice([2, 3, 4, 8]))
            return f"({sub(s)}).s{self.r.randrange(s.n):x}"
        if kind == 10 and t.n in (2, 4, 8):
            half = T(t.base, t.n // 2)
            return f"(({name(t)})({sub(half)}, {sub(half)}))"
        return self.leaf(t, uniform, loads)

    def operator(self, t, sub):
        """Integers wrap: they are computed unsigned, and not in a narrow type."""
        o = self.r.choice("+-*" if t.base in FLOATS else "++-**&|^")
        a, b = sub(), sub()
        if t.base in FLOATS:
            return f"({a} {o} {b})"
        if t.n == 1:
            wide = "ulong" if WIDTH[t.base] == 64 else "uint"
            return f"(({t.base})(({wide}){a} {o} ({wide}){b}))"
        u = name(T(unsigned(t.base), t.n))
        return f"as_{name(t)}(as_{u}({a}) {o} as_{u}({b}))"

    def shift(self, t, sub):
        a, b = sub(), sub()
        if t.n > 1:
            u = name(T(unsigned(t.base), t.n))
            return self.r.choice([f"as_{name(t)}(as_{u}({a}) << as_{u}({b}))", f"({a} >> {b})"])
        count = f"({b} & {WIDTH[t.base] - 1})"
        wide = "ulong" if WIDTH[t.base] == 64 else "uint"
        return self.r.choice([f"(({t.base})(({wide}){a} << {count}))", f"(({t.base})({a} >> {count}))"])

    def division(self, t, sub):
        a, b = sub(), sub()
        if t.base == "double":
            return f"({a} / {b})"
        if t.base in FLOATS or t.n > 1:
            return self.r.choice([a, b])
        o = self.r.choice("/%")
        if t.base in UNSIGNED:
            return f"(({t.base})({a} {o} ({b} | 1)))"
        # Neither 0 nor -1.
        return f"(({t.base})({a} {o} (({b} & 15) + 2)))"

    def chosen(self, t, depth, sub):
        a, b = sub(), sub()
        if t.n == 1:
            return f"(({t.base})({self.condition(depth - 1)} ? {a} : {b}))"
        m = T(MASK[SIZE[t.base]], t.n)
        o = self.r.choice(["<", "==", ">="])
        test = f"({sub()} {o} {sub()})" if self.chance(0.6) else self.leaf(m)
        return f"select({a}, {b}, {test})"
