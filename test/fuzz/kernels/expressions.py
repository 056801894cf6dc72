"""Random expressions, each as OpenCL C text and as Python text with the same meaning."""
from collections import namedtuple

from semantics import (COMPARE, FLOAT_BUILTINS, FLOATS, INTEGER_BUILTINS, INTS, SIGNED, SIZE,
                       UNSIGNED, WIDTH, binary, limits)

E = namedtuple("E", "c py")
T = namedtuple("T", "base n")
COUNTS = [2, 3, 4, 8, 16]
INT = T("int", 1)

OP = {}
for _t in INTS:
    for _o in "+-*&|^/%":
        OP[_o + _t] = binary(_o, _t)
    OP["<<" + _t], OP[">>" + _t] = binary("<<", _t), binary(">>", _t)
    for _name, (_count, _f) in INTEGER_BUILTINS.items():
        OP[_name + _t] = (lambda f, t: lambda *a: f(t, *a))(_f, _t)
for _t in FLOATS:
    for _o in "+-*/":
        OP[_o + _t] = binary(_o, _t)
    for _name, (_count, _f) in FLOAT_BUILTINS.items():
        OP[_name + _t] = (lambda f, t: lambda *a: f(t, *a))(_f, _t)
OP.update(COMPARE)


def name(t):
    return t.base + (str(t.n) if t.n > 1 else "")


def unsigned(base):
    return SIGNED.get(base, base)


def signed(base):
    return UNSIGNED.get(base, base)


def literal(base, value):
    if base in FLOATS:
        return repr(float(value)) + ("f" if base == "float" else "")
    if base in ("ulong", "long"):
        return f"(({base})0x{value & (1 << 64) - 1:x}UL)"
    if base == "uint":
        return f"{value}u"
    return f"(({base})({value}))" if value != -(1 << 31) else "(-2147483647 - 1)"


class Expressions:
    """Needs `self.r` (random) and `self.variables()`: the names in scope, as {name: T}."""

    def number(self, base):
        r = self.r
        if base in FLOATS:
            return r.choice([0.0, 1.0, -1.0, 0.5, -2.25, 3.0, 1024.0, 1e-3 if base == "double"
                             else 0.0009765625, 65537.0, -123456.0, 16777216.0, 2.0 ** -130,
                             2.0 ** 126])
        low, high = limits(base)
        return r.choice([0, 1, 2, 3, 7, 31, low, high, high - 1, r.randint(0, 100),
                         r.randint(low, high), r.randint(low, high)])

    def lit(self, t):
        values = [self.number(t.base) for _ in range(t.n)]
        if t.n == 1:
            return E(literal(t.base, values[0]), repr(values[0]))
        return E(f"({name(t)})({', '.join(literal(t.base, v) for v in values)})",
                 repr(tuple(values)))

    def leaf(self, t):
        same = [v for v, vt in self.variables().items() if vt == t]
        if same and self.r.random() < 0.7:
            v = self.r.choice(same)
            return E(v, v)
        wide = [v for v, vt in self.variables().items() if vt.base == t.base and vt.n > t.n]
        if wide and self.r.random() < 0.5:
            return self.swizzle(t, *self.r.choice([(v, self.variables()[v]) for v in wide]))
        any_ = [v for v, vt in self.variables().items() if vt.n == t.n and vt.base != t.base]
        if any_ and self.r.random() < 0.4:
            v = self.r.choice(any_)
            return self.converted(t, self.variables()[v], E(v, v))
        if self.r.random() < 0.6:
            return self.load(t)
        if t.n > 1 and self.r.random() < 0.7:
            e = self.leaf(T(t.base, 1))
            return E(f"({name(t)})({e.c})", f"(({e.py},) * {t.n})")
        return self.lit(t)

    def swizzle(self, t, v, vt):
        indices = [self.r.randrange(vt.n) for _ in range(t.n)]
        py = f"{v}[{indices[0]}]" if t.n == 1 else f"pick({v}, {indices})"
        return E(f"{v}.s{''.join('%x' % i for i in indices)}", py)

    def expr(self, t, depth):
        if depth <= 0:
            return self.leaf(t)
        kinds = [self.operator, self.operator, self.builtin, self.conversion, self.leaf_at,
                 self.choice, self.selection]
        if t.base in WIDTH:
            kinds += [self.shift, self.division, self.division, self.comparison, self.to_int]
        if t.n > 1:
            kinds += [self.construct, self.shuffle]
        else:
            kinds += [self.element, self.any_all]
        if self.r.random() < 0.1:
            kinds = [self.reinterpreted]
        return self.r.choice(kinds)(t, depth - 1)

    def leaf_at(self, t, _):
        return self.leaf(t)

    def wide(self, t):
        """Where overflow wraps: operations are computed unsigned, and not in a narrow type."""
        return "ulong" if WIDTH[t.base] == 64 else "uint"

    def operator(self, t, depth):
        ops = "+-*&|^" if t.base in WIDTH else "+-*"
        if t.base == "double":
            ops += "/"
        o = self.r.choice(ops)
        a, b = self.expr(t, depth), self.expr(t, depth)
        if t.n > 1 and self.r.random() < 0.15:
            b = self.expr(T(t.base, 1), depth)
            broadcast = True
        else:
            broadcast = False
        py = f"ev(OP['{o}{t.base}'], {a.py}, {b.py})"
        if t.base in FLOATS:
            return E(f"({a.c} {o} {b.c})", py)
        if t.n == 1:
            wide = self.wide(t)
            return E(f"(({t.base})(({wide}){a.c} {o} ({wide}){b.c}))", py)
        u = name(T(unsigned(t.base), t.n))
        second = f"({unsigned(t.base)}){b.c}" if broadcast else f"as_{u}({b.c})"
        return E(f"as_{name(t)}(as_{u}({a.c}) {o} {second})", py)

    def shift(self, t, depth):
        o = self.r.choice(["<<", ">>"])
        a, b = self.expr(t, depth), self.expr(t, depth)
        py = f"ev(OP['{o}{t.base}'], {a.py}, {b.py})"
        if t.n == 1:
            # Integer promotion would let narrow types shift further.
            c = f"(({b.c}) & {WIDTH[t.base] - 1})" if WIDTH[t.base] < 32 else b.c
            if o == "<<":
                return E(f"(({t.base})(({self.wide(t)}){a.c} << {c}))", py)
            return E(f"(({t.base})({a.c} >> {c}))", py)
        if o == "<<":
            u = name(T(unsigned(t.base), t.n))
            return E(f"as_{name(t)}(as_{u}({a.c}) << as_{u}({b.c}))", py)
        return E(f"({a.c} >> {b.c})", py)

    def division(self, t, depth):
        o = self.r.choice("/%")
        a, b = self.expr(t, depth), self.expr(t, depth)
        py = f"ev(OP['{o}{t.base}'], {a.py}, {b.py})"
        f = "mod" if o == "%" else "div"
        self.need_division(f, t)
        return E(f"safe_{f}_{name(t)}({a.c}, {b.c})", py)

    def builtin(self, t, depth):
        table = INTEGER_BUILTINS if t.base in WIDTH else FLOAT_BUILTINS
        f = self.r.choice(list(table))
        operands = [self.expr(t, depth) for _ in range(table[f][0])]
        return E(f"{f}({', '.join(o.c for o in operands)})",
                 f"ev(OP['{f}{t.base}'], {', '.join(o.py for o in operands)})")

    def converted(self, t, source, e):
        """A conversion whose result is defined for every operand."""
        if t.base in WIDTH:
            sat = source.base in FLOATS or (
                self.r.random() < 0.5 and not self.is_avoided(source.base, t.base))
            if not sat:
                c = f"({t.base}){e.c}" if t.n == 1 else f"convert_{name(t)}({e.c})"
                if t.n > 1 and self.is_avoided(source.base, t.base):
                    c = f"__builtin_convertvector({e.c}, {name(t)})"
                return E(f"({c})", f"ev(lambda x: wrap('{t.base}', x), {e.py})")
            rt = self.r.choice(["", "_rte", "_rtz", "_rtp", "_rtn"])
            mode = rt[1:] or "rtz"
            return E(f"convert_{name(t)}_sat{rt}({e.c})",
                     f"ev(lambda x: to_integer('{t.base}', x, '{mode}'), {e.py})")
        rt = self.r.choice(["", "_rte", "_rtz", "_rtp", "_rtn"])
        return E(f"convert_{name(t)}{rt}({e.c})",
                 f"ev(lambda x: to_float('{t.base}', x, '{rt[1:] or 'rte'}'), {e.py})")

    def is_avoided(self, source, base):
        return "conversion" in self.avoid and (source in SIGNED) == (base in SIGNED)

    def conversion(self, t, depth):
        source = T(self.r.choice([b for b in INTS + FLOATS if b != t.base]), t.n)
        return self.converted(t, source, self.expr(source, depth))

    def to_int(self, t, depth):
        source = T(self.r.choice(FLOATS), t.n)
        return self.converted(t, source, self.expr(source, depth))

    def reinterpreted(self, t, depth):
        if t.n == 3:
            return self.leaf(t)
        fits = [T(b, SIZE[t.base] * t.n // SIZE[b]) for b in INTS + FLOATS
                if SIZE[t.base] * t.n % SIZE[b] == 0]
        fits = [s for s in fits if (s.n == 1 or s.n in COUNTS) and s.n != 3
                and s.base not in FLOATS]
        s = self.r.choice(fits)
        e = self.expr(s, depth)
        index = "[0]" if t.n == 1 else ""
        return E(f"as_{name(t)}({e.c})",
                 f"reinterpret('{t.base}', '{s.base}', flat({e.py})){index}")

    def condition(self, depth):
        t = T(self.r.choice(INTS + FLOATS), 1)
        o = self.r.choice(list(COMPARE))
        a, b = self.expr(t, depth), self.expr(t, depth)
        c, py = f"({a.c} {o} {b.c})", f"({a.py} {o} {b.py})"
        if self.r.random() < 0.2:
            other = self.condition(depth - 1) if depth > 0 else E("true", "True")
            c, py = self.r.choice([(f"({c} && {other.c})", f"({py} and {other.py})"),
                                   (f"({c} || {other.c})", f"({py} or {other.py})"),
                                   (f"!{c}", f"(not {py})")])
        return E(c, py)

    def comparison(self, t, depth):
        """For vectors the operands' type has the result's width, and true is -1."""
        o = self.r.choice(list(COMPARE))
        if t.n == 1:
            x = self.condition(depth)
            return E(f"(({t.base}){x.c})", f"int({x.py})")
        if t.base not in SIGNED:
            return self.leaf(t)
        options = [t.base, unsigned(t.base)] + [f for f in FLOATS if SIZE[f] == SIZE[t.base]]
        s = T(self.r.choice(options), t.n)
        a, b = self.expr(s, depth), self.expr(s, depth)
        relational = {"<": "isless", ">": "isgreater", "==": "isequal", "!=": "isnotequal"}
        c = f"({a.c} {o} {b.c})"
        if s.base in FLOATS and o in relational and self.r.random() < 0.5:
            c = f"{relational[o]}({a.c}, {b.c})"
        return E(c, f"lanes(lambda a, b: -int(a {o} b), {a.py}, {b.py})")

    def choice(self, t, depth):
        a, b = self.expr(t, depth), self.expr(t, depth)
        if t.n == 1:
            x = self.condition(depth)
            return E(f"(({t.base})({x.c} ? {a.c} : {b.c}))", f"({a.py} if {x.py} else {b.py})")
        return self.selection(t, depth)

    def selection(self, t, depth):
        """select(a, b, c): by the sign bit for vectors, by being nonzero for scalars."""
        base = {1: "char", 2: "short", 4: "int", 8: "long"}[SIZE[t.base]]
        if self.r.random() < 0.3:
            base = unsigned(base)
        c = self.expr(T(base, t.n), depth)
        a, b = self.expr(t, depth), self.expr(t, depth)
        if t.n == 1:
            return E(f"select({a.c}, {b.c}, {c.c})", f"({b.py} if {c.py} else {a.py})")
        test = f"(c >> {WIDTH[base] - 1}) & 1"
        return E(f"select({a.c}, {b.c}, {c.c})",
                 f"lanes(lambda a, b, c: b if {test} else a, {a.py}, {b.py}, {c.py})")

    def construct(self, t, depth):
        parts, left = [], t.n
        while left:
            n = self.r.choice([c for c in [1] + COUNTS if c <= left and c < t.n])
            parts.append(self.expr(T(t.base, n), depth - 1 if n > 1 else min(depth, 1)))
            left -= n
        return E(f"({name(t)})({', '.join(p.c for p in parts)})",
                 f"flat({', '.join(p.py for p in parts)})")

    def shuffle(self, t, depth):
        if t.n == 3:
            return self.leaf(t)
        source = T(t.base, self.r.choice([2, 4, 8, 16]))
        mask = T({1: "uchar", 2: "ushort", 4: "uint", 8: "ulong"}[SIZE[t.base]], t.n)
        a, m = self.expr(source, depth), self.expr(mask, depth)
        if self.r.random() < 0.5:
            return E(f"shuffle({a.c}, {m.c})",
                     f"(lambda v, m: pick(v, [i % {source.n} for i in m]))({a.py}, {m.py})")
        b = self.expr(source, depth)
        return E(f"shuffle2({a.c}, {b.c}, {m.c})",
                 f"(lambda v, m: pick(v, [i % {2 * source.n} for i in m]))"
                 f"({a.py} + {b.py}, {m.py})")

    def element(self, t, depth):
        source = T(t.base, self.r.choice(COUNTS))
        e = self.expr(source, depth)
        i = self.r.randrange(source.n)
        return E(f"({e.c}).s{i:x}", f"{e.py}[{i}]")

    def any_all(self, t, depth):
        if t.base in FLOATS:
            return self.leaf(t)
        s = T(self.r.choice(list(SIGNED)), self.r.choice(COUNTS))
        e = self.expr(s, depth)
        f = self.r.choice(["any", "all"])
        return E(f"(({t.base}){f}({e.c}))", f"int({f}(x < 0 for x in {e.py}))")

    def need_division(self, f, t):
        self.divisions.add((f, t))


def division_helpers(divisions):
    """The division itself runs for every divisor; only its undefined results are dropped.
    With CHECKED_DIVISIONS it is for compilers inferring a valid divisor from a division."""
    text = "#ifdef CHECKED_DIVISIONS\n#define DIVISOR(b, one, bad) select(b, one, bad)\n" \
           "#else\n#define DIVISOR(b, one, bad) b\n#endif\n"
    for f, t in sorted(divisions):
        n, o = name(t), "/" if f == "div" else "%"
        mask = name(T(signed(t.base), t.n))
        bad = f"b == ({n})(0)" + (f" | b == ({n})(-1)" if t.base in SIGNED else "")
        if t.n == 1:
            bad = f"-({bad.replace('|', '||')})"
        body = f"{mask} bad = {bad}; {n} q = a {o} DIVISOR(b, ({n})(1), bad);"
        text += f"{n} safe_{f}_{n}({n} a, {n} b) {{ {body} return select(q, a, bad); }}\n"
    return text
