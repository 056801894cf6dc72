"""Random kernels: control flow, barriers where they are legal, memory of every kind, functions.

A kernel is written twice at once: as OpenCL C and as a Python generator for one work-item, with a
yield at every barrier (`Kernel.run` steps a work-group of these).
"""
import random
import sys

import semantics
from expressions import (COUNTS, E, Expressions, FLOATS, INT, INTS, OP, T, division_helpers,
                         literal, name)

INPUT = 64      # elements of each input
MINE = 8        # elements of `mine` that belong to one work-item
COUNTERS = 16

PRELUDE = """#pragma OPENCL FP_CONTRACT OFF
ulong fold1(ulong h, ulong x) { h = h * 0x9E3779B97F4A7C15UL + x; return h ^ (h >> 29); }
ulong foldf(ulong h, float x)
{ return fold1(h, x != x ? 7UL : x == 0 ? 0UL : (ulong)(long)as_int(x)); }
"""
PRELUDE_DOUBLE = """ulong foldd(ulong h, double x)
{ return fold1(h, x != x ? 7UL : x == 0 ? 0UL : as_ulong(x)); }
"""


class Text:
    def __init__(self):
        self.c, self.py, self.level = [], [], 1

    def add(self, c, py):
        if c:
            self.c.append("  " * self.level + c)
        if py:
            self.py.append("  " * self.level + py)


class Generator(Expressions):
    def __init__(self, seed, avoid=()):
        """`avoid` names the errors of a front end, see ways.py."""
        self.r = random.Random(seed)
        self.avoid = avoid
        self.scopes = []
        self.divisions = set()
        self.counter = 0
        self.functions = []
        self.text = Text()
        self.pool = [T(self.r.choice(INTS + FLOATS), self.r.choice([1, 1, 1] + COUNTS))
                     for _ in range(5)]
        self.inputs = [T(b, 1) for b in self.r.sample(INTS + FLOATS, 3)]
        self.in_function = False
        self.loops = 0

    # ---- names

    def fresh(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    def variables(self):
        return {k: v for scope in self.scopes for k, v in scope["vars"].items()}

    def collect(self, kind):
        return {k: v for scope in self.scopes for k, v in scope[kind].items()}

    def open(self, **kinds):
        self.scopes.append({k: dict(kinds.get(k, {})) for k in
                            ("vars", "const", "arrays", "pointers", "structs")})

    def assignable(self):
        return {k: v for s in self.scopes for k, v in s["vars"].items() if k not in s["const"]}

    def random_type(self):
        return self.r.choice(self.pool)

    # ---- loads of expressions

    def index(self, below):
        e = self.expr(INT, 1)
        return E(f"(({e.c}) & {below - 1})", f"(({e.py}) & {below - 1})")

    def load(self, t):
        kinds = [self.lit]
        arrays = [a for a, (at, _) in self.collect("arrays").items() if at == t]
        pointers = [a for a, (at, _) in self.collect("pointers").items() if at == t]
        fields = [(s, f) for s, st in self.collect("structs").items()
                  for f, ft in st.items() if ft == t]
        if self.depth_of_load > 1:
            return self.lit(t)
        self.depth_of_load += 1
        try:
            if arrays and self.r.random() < 0.7:
                a = self.r.choice(arrays)
                i = self.index(self.collect("arrays")[a][1])
                return E(f"{a}[{i.c}]", f"{a}[{i.py}]")
            if pointers and self.r.random() < 0.7:
                p = self.r.choice(pointers)
                i = self.index(self.collect("pointers")[p][1])
                return E(f"{p}[{i.c}]", f"{p}[0][{p}[1] + {i.py}]")
            if fields and self.r.random() < 0.7:
                s, f = self.r.choice(fields)
                arrow = "->" if s.startswith("ps") else "."
                return E(f"{s}{arrow}{f}", f"{s}['{f}']")
            if not self.in_function and self.r.random() < 0.6:
                return self.input_load(t)
            if t.n == 1 and self.r.random() < 0.5:
                i = self.index(8)
                if t.base in self.tables:
                    return E(f"table_{t.base}[{i.c}]", f"table_{t.base}[{i.py}]")
            return self.r.choice(kinds)(t)
        finally:
            self.depth_of_load -= 1

    depth_of_load = 0

    def input_load(self, t):
        usable = [i for i, s in enumerate(self.inputs) if s.base == t.base]
        if not usable:
            return self.lit(t)
        k = self.r.choice(usable)
        if t.n == 1:
            i = self.index(INPUT)
            return E(f"in{k}[{i.c}]", f"in{k}[{i.py}]")
        i = self.index(4)
        offset = self.r.randrange(INPUT - 4 * t.n + 1)
        return E(f"vload{t.n}({i.c}, in{k} + {offset})",
                 f"(lambda i: tuple(in{k}[i * {t.n} + {offset}:i * {t.n} + {offset + t.n}]))"
                 f"({i.py})")

    # ---- uniform expressions

    def uniform(self):
        r = self.r
        base = r.choice(["k", "u", "u", f"bounds[u & 7]", f"bounds[{r.randrange(8)}]",
                         "(int)get_group_id(0)", "shared"])
        if self.in_function:
            base = r.choice(["k", "bounds[k & 7]"])
        if base == "shared":
            # Written between two barriers only: see `publish`.
            base = f"lshared[{r.randrange(4)}]"
        py = base.replace("(int)get_group_id(0)", "item.group[0]")
        return E(base, py)

    def uniform_condition(self):
        u = self.uniform()
        n = self.r.randrange(4)
        form = self.r.choice(["({0} & 1)", "({0} > " + str(n) + ")", "(({0} & 3) != " + str(n) + ")"])
        return E(form.format(u.c), form.format(u.py))

    # ---- statements; in uniform places all running work-items are together

    def declare(self, t=None):
        t = t or self.random_type()
        e, v = self.expr(t, 2), self.fresh("v")
        self.text.add(f"{name(t)} {v} = {e.c};", f"{v} = {e.py}")
        self.scopes[-1]["vars"][v] = t

    def assign(self):
        variables = self.assignable()
        if not variables:
            return self.declare()
        v = self.r.choice(list(variables))
        t = variables[v]
        if t.n > 1 and self.r.random() < 0.4:
            n = self.r.choice([1] + [c for c in COUNTS if c <= t.n])
            to = self.r.sample(range(t.n), n)
            e = self.expr(T(t.base, n), 2)
            value = e.py if n > 1 else f"({e.py},)"
            return self.text.add(f"{v}.s{''.join('%x' % i for i in to)} = {e.c};",
                                 f"{v} = put({v}, {to}, {value})")
        e = self.expr(t, 3)
        self.text.add(f"{v} = {e.c};", f"{v} = {e.py}")

    def declare_array(self):
        t, a, n = self.random_type(), self.fresh("a"), self.r.choice([2, 4, 8])
        e = self.leaf(t)
        i = self.fresh("i")
        self.text.add(f"{name(t)} {a}[{n}]; for (int {i} = 0; {i} < {n}; ++{i}) {a}[{i}] = {e.c};",
                      f"{a} = [{e.py} for _ in range({n})]")
        self.scopes[-1]["arrays"][a] = (t, n)

    def declare_pointer(self):
        arrays = self.collect("arrays")
        if not arrays:
            return self.declare_array()
        a = self.r.choice(list(arrays))
        t, n = arrays[a]
        others = [b for b, (bt, bn) in arrays.items() if bt == t and bn == n]
        b, x, p = self.r.choice(others), self.condition(1), self.fresh("p")
        half = n // 2
        self.text.add(f"{name(t)} *{p} = {x.c} ? {a} : {b} + {half};",
                      f"{p} = ({a}, 0) if {x.py} else ({b}, {half})")
        self.scopes[-1]["pointers"][p] = (t, half)

    def store_array(self):
        arrays, pointers = self.collect("arrays"), self.collect("pointers")
        if pointers and self.r.random() < 0.4:
            p = self.r.choice(list(pointers))
            t, n = pointers[p]
            i, e = self.index(n), self.expr(t, 2)
            return self.text.add(f"{p}[{i.c}] = {e.c};", f"{p}[0][{p}[1] + {i.py}] = {e.py}")
        if not arrays:
            return self.declare_array()
        a = self.r.choice(list(arrays))
        t, n = arrays[a]
        i, e = self.index(n), self.expr(t, 2)
        self.text.add(f"{a}[{i.c}] = {e.c};", f"{a}[{i.py}] = {e.py}")

    def declare_struct(self):
        s, copies = self.fresh("s"), list(self.collect("structs"))
        if copies and self.r.random() < 0.4:
            o = self.r.choice(copies)
            star = "*" if o.startswith("ps") else ""
            self.text.add(f"struct S {s} = {star}{o};", f"{s} = dict({o})")
        else:
            values = {f: self.leaf(t) for f, t in self.struct.items()}
            self.text.add(f"struct S {s} = {{{', '.join(e.c for e in values.values())}}};",
                          f"{s} = {{{', '.join(repr(f) + ': ' + e.py for f, e in values.items())}}}")
        self.scopes[-1]["structs"][s] = self.struct

    def store_struct(self):
        structs = self.collect("structs")
        if not structs:
            return self.declare_struct()
        s = self.r.choice(list(structs))
        f = self.r.choice(list(self.struct))
        e = self.expr(self.struct[f], 2)
        arrow = "->" if s.startswith("ps") else "."
        self.text.add(f"{s}{arrow}{f} = {e.c};", f"{s}['{f}'] = {e.py}")

    def fold(self):
        t = self.random_type()
        self.fold_value(t, self.expr(t, 2))

    def fold_value(self, t, e):
        """Adds to the checksum."""
        x = self.fresh("x")
        f = {"float": "foldf", "double": "foldd"}.get(t.base, "fold1")
        cast = "" if t.base in FLOATS else "(ulong)"
        parts = [x] if t.n == 1 else [f"{x}.s{i:x}" for i in range(t.n)]
        steps = " ".join(f"h = {f}(h, {cast}{p});" for p in parts)
        self.text.add(f"{{ {name(t)} {x} = {e.c}; {steps} }}", f"h = fold(h, '{t.base}', {e.py})")

    def store_mine(self):
        """Global memory owned by the work-item, as scalars and as vectors."""
        n = self.r.choice([1, 2, 3, 4, 8])
        t = T("int", n)
        e = self.expr(t, 2)
        i = self.index(MINE // (4 if n == 3 else n)) if n < 8 else E("0", "0")
        stride = n
        if n == 1:
            self.text.add(f"mine[{i.c}] = {e.c};", f"mine[{i.py}] = {e.py}")
        else:
            self.text.add(f"vstore{n}({e.c}, {i.c}, mine);",
                          f"i = {i.py} * {stride}; mine[i:i + {n}] = {e.py}")
        j = self.index(MINE)
        self.text.add(f"h = fold1(h, (ulong)mine[{j.c}]);", f"h = fold(h, 'int', mine[{j.py}])")

    def atomic(self):
        """Results independent of the order."""
        f, py = self.r.choice([("atomic_add", "count(counters, {0}, {1})"),
                               ("atomic_sub", "count(counters, {0}, -({1}))"),
                               ("atomic_xor", "counters[{0}] ^= {1}"),
                               ("atomic_inc", "count(counters, {0}, 1)")])
        # One operation for each counter: they do not commute with each other.
        cell = {"atomic_add": 0, "atomic_sub": 0, "atomic_inc": 0, "atomic_xor": 8}[f]
        i, e = self.index(8), self.expr(T("int", 1), 1)
        place = f"&counters[{cell} + {i.c}]"
        operand = "" if f == "atomic_inc" else f", {e.c}"
        code = f"{f}({place}{operand});"
        if self.r.random() < 0.3:
            code = self.exchange_loop(place, {"atomic_add": f"old + {e.c}",
                                              "atomic_sub": f"old - {e.c}",
                                              "atomic_xor": f"{e.c} ^ old",
                                              "atomic_inc": "old + 1"}[f])
        self.text.add(code, py.format(f"{cell} + {i.py}", e.py))

    def neighbours(self):
        """Places around the work-item, with a question about borders or moved inside of them."""
        d, reach = self.r.randrange(3), self.r.randrange(1, 4)
        end, first = self.fresh("n"), self.r.choice([0, 0, 1, 3])
        size = self.r.choice([f"(int)(get_global_size({d}) + get_global_offset({d}))", "k"])
        extent = "k" if size == "k" else f"item.end[{d}]"
        clamps = self.r.random() < 0.3
        question = self.r.choice([f"p >= {first} && p < {end}", f"!(p < {first} || {end} <= p)",
                                  f"p > {first - 1} && p <= {end} - 1"])
        use = "h = fold1(h, (ulong)(p * 3 + j));"
        inside = (f"p = min(max(p, {first}), {end} - 1); {use}" if clamps else
                  f"if ({question}) {use}")
        self.text.add(f"{{ int {end} = {size}; for (int j = -{reach}; j <= {reach}; ++j) {{ "
                      f"int p = (int)get_global_id({d}) + j; {inside} }} }}",
                      f"h = around(h, item.gid[{d}], {reach}, {first}, {extent}, {clamps})")

    def exchange_loop(self, place, new):
        """An update of the int at `place` by compare-and-swap, as programs write it."""
        if self.r.random() < 0.5:
            return (f"for (int old = *({place}), seen;; old = seen) "
                    f"{{ seen = atomic_cmpxchg({place}, old, {new}); if (seen == old) break; }}")
        return (f"{{ int old; do {{ old = *({place}); }} "
                f"while (atomic_cmpxchg({place}, old, {new}) != old); }}")

    def barrier(self):
        c = self.r.choice(["barrier(CLK_LOCAL_MEM_FENCE);", "barrier(CLK_GLOBAL_MEM_FENCE);",
                           "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"])
        self.text.add(c, "yield")

    def exchange(self):
        """Writes local memory and reads the elements of others."""
        t = self.r.choice(self.local_types)
        lm, e, v = f"lm_{name(t)}", self.expr(t, 2), self.fresh("v")
        shift = self.r.randrange(1, 100)
        self.text.add("barrier(CLK_LOCAL_MEM_FENCE);", "yield")
        self.text.add(f"{lm}[lid] = {e.c};", f"local['{lm}'][lid] = {e.py}")
        self.text.add("barrier(CLK_LOCAL_MEM_FENCE);", "yield")
        self.text.add(f"{name(t)} {v} = {lm}[(lid + {shift}) % lsize];",
                      f"{v} = local['{lm}'][(lid + {shift}) % lsize]")
        self.scopes[-1]["vars"][v] = t

    def publish(self):
        """A work-item's value becomes a uniform one through local memory."""
        e = self.expr(INT, 1)
        i, who = self.r.randrange(4), self.r.randrange(1000)
        self.text.add("barrier(CLK_LOCAL_MEM_FENCE);", "yield")
        self.text.add(f"if (lid == {who} % lsize) lshared[{i}] = ({e.c}) & 7;",
                      f"if lid == {who} % lsize: lshared[{i}] = ({e.py}) & 7")
        self.text.add("barrier(CLK_LOCAL_MEM_FENCE);", "yield")
        if self.r.random() < 0.7:
            self.text.add(f"u += lshared[{i}];", f"u += lshared[{i}]")

    def reduce(self):
        """A tree reduction over local memory, its steps a uniform loop."""
        e, s, v = self.expr(T("uint", 1), 2), self.fresh("st"), self.fresh("v")
        a = self.text.add
        a(f"barrier(CLK_LOCAL_MEM_FENCE); lred[lid] = {e.c};", f"yield; lred[lid] = {e.py}")
        a(f"for (int {s} = 1; {s} < lsize; {s} *= 2) {{ barrier(CLK_LOCAL_MEM_FENCE); "
          f"if (lid % (2 * {s}) == 0 && lid + {s} < lsize) lred[lid] += lred[lid + {s}]; }}",
          f"{s} = 1")
        a("", f"while {s} < lsize:")
        a("", "  yield")
        a("", f"  if lid % (2 * {s}) == 0 and lid + {s} < lsize: "
              f"lred[lid] = wrap('uint', lred[lid] + lred[lid + {s}])")
        a("", f"  {s} *= 2")
        a(f"barrier(CLK_LOCAL_MEM_FENCE); uint {v} = lred[0];", f"yield; {v} = lred[0]")
        self.scopes[-1]["vars"][v] = T("uint", 1)

    def copy_in(self):
        """async_work_group_copy into local memory."""
        k = self.r.randrange(len(self.inputs))
        base = self.inputs[k].base
        n, start, v = self.r.randrange(1, 33), self.r.randrange(32), self.fresh("v")
        i = self.index(32)
        a = self.text.add
        a("barrier(CLK_LOCAL_MEM_FENCE);", "yield")
        a(f"{{ event_t e = async_work_group_copy(lcopy_{base}, in{k} + {start}, {n}, 0); "
          f"wait_group_events(1, &e); }}", f"yield; local['lcopy_{base}'][:{n}] = "
                                            f"in{k}[{start}:{start + n}]; yield")
        volatile = f"(volatile local {base} *)" if "async" in self.avoid else ""
        a(f"{base} {v} = ({volatile}lcopy_{base})[({i.c}) % {n}];",
          f"{v} = local['lcopy_{base}'][({i.py}) % {n}]")
        self.copies.add(base)
        self.scopes[-1]["vars"][v] = T(base, 1)

    def uniform_update(self):
        n, m = self.r.randrange(2, 6), self.r.randrange(10)
        e = self.uniform()
        self.text.add(f"u = (u * {n} + {m} + {e.c}) & 1023;", f"u = (u * {n} + {m} + {e.py}) & 1023")

    def block(self, depth, uniform, count=None):
        self.open()
        self.text.level += 1
        self.text.add("", "pass")
        for _ in range(count or self.r.randint(1, 4)):
            self.statement(depth, uniform)
        if not self.in_function:
            self.fold_scope(0.7)
        self.text.level -= 1
        self.scopes.pop()

    def fold_scope(self, chance):
        """The innermost block's results count."""
        scope = self.scopes[-1]
        for v, t in scope["vars"].items():
            if self.r.random() < chance:
                self.fold_value(t, E(v, v))
        for a, (t, n) in scope["arrays"].items():
            for i in range(n):
                if self.r.random() < chance:
                    self.fold_value(t, E(f"{a}[{i}]", f"{a}[{i}]"))
        for s in scope["structs"]:
            for f, t in self.struct.items():
                if self.r.random() < chance:
                    self.fold_value(t, E(f"{s}.{f}", f"{s}['{f}']"))

    def if_(self, depth, uniform):
        x = self.uniform_condition() if uniform and self.r.random() < 0.7 else None
        inside = uniform and x is not None
        x = x or self.condition(2)
        self.text.add(f"if ({x.c}) {{", f"if {x.py}:")
        self.block(depth + 1, inside)
        if self.r.random() < 0.6:
            self.text.add("} else {", "else:")
            self.block(depth + 1, inside)
        self.text.add("}", "")

    def switch(self, depth, uniform):
        inside = uniform and self.r.random() < 0.6
        x = self.uniform() if inside else self.expr(INT, 2)
        m, once = self.fresh("m"), self.fresh("sel")
        self.text.add(f"switch (({x.c}) & 7) {{", f"for {once} in (({x.py}) & 7,):")
        self.text.level += 1
        self.text.add("", f"{m} = False")
        keep, self.loops = self.loops, 0
        for case in self.r.sample(range(8), self.r.randint(1, 4)) + ["default"]:
            test = "True" if case == "default" else f"{m} or {once} == {case}"
            label = "default:" if case == "default" else f"case {case}:"
            # Without a break the next case goes on.
            self.text.add(label + " {", f"if {test}:")
            self.block(depth + 1, inside)
            out = self.r.random() < 0.6
            self.text.level += 1
            self.text.add("break;" if out else "", "break" if out else f"{m} = True")
            self.text.level -= 1
            self.text.add("}", "")
        self.loops = keep
        self.text.level -= 1
        self.text.add("}", "")

    def loop(self, depth, uniform):
        i, form = self.fresh("i"), self.r.randrange(3)
        inside = uniform and self.r.random() < 0.75
        if inside:
            text = self.r.choice([str(self.r.randrange(4)), f"bounds[{self.r.randrange(8)}]",
                                  f"(bounds[{'k' if self.in_function else 'u'} & 7] & 3)"])
            n = E(text, text)
        else:
            e = self.expr(INT, 1)
            n = E(f"(({e.c}) & 3)", f"(({e.py}) & 3)")
        if form == 0:
            self.text.add(f"for (int {i} = 0; {i} < {n.c}; ++{i}) {{",
                          f"{i} = -1")
            # The bound is evaluated again each time.
            self.text.add("", "while True:")
            self.text.add("", f"  {i} += 1")
            self.text.add("", f"  if not {i} < {n.py}: break")
        elif form == 1:
            fuel = self.r.randrange(1, 6)
            self.text.add(f"int {i} = {fuel}; while ({i}-- > 0 && {i} + {n.c} > 1) {{",
                          f"{i} = {fuel}")
            self.text.add("", "while True:")
            self.text.add("", f"  {i} -= 1")
            self.text.add("", f"  if not ({i} + 1 > 0 and {i} + {n.py} > 1): break")
        else:
            self.text.add(f"int {i} = 0; do {{", f"{i} = 0")
            self.text.add("", "while True:")
        self.open(vars={i: INT}, const={i: 1})
        keep, self.loops = self.loops, 1 + (form != 2)
        self.block(depth + 1, inside)
        if self.r.random() < 0.4:
            x = self.uniform_condition() if inside else self.condition(1)
            self.text.level += 1
            jump = "continue" if self.loops == 2 and self.r.random() < 0.5 else "break"
            self.text.add(f"if ({x.c}) {jump};", f"if {x.py}: {jump}")
            self.text.level -= 1
            self.block(depth + 1, inside)
        self.loops = keep
        self.scopes.pop()
        if form == 2:
            self.text.level += 1
            self.text.add(f"++{i};", f"{i} += 1")
            self.text.add("", f"if not ({i} < 4 and {i} < {n.py}): break")
            self.text.level -= 1
            self.text.add(f"}} while ({i} < 4 && {i} < {n.c});", "")
        else:
            self.text.add("}", "")

    def call(self, uniform):
        usable = [f for f in self.functions if uniform or not f["barrier"]]
        if not usable or self.in_function:
            return self.assign()
        f = self.r.choice(usable)
        c, py = [], []
        for kind, t in f["params"]:
            if kind == "value":
                e = self.expr(t, 2)
                c.append(e.c), py.append(e.py)
            elif kind == "array":
                arrays = [a for a, x in self.collect("arrays").items() if x == (t, 4)]
                a = self.r.choice(arrays) if arrays else self.fresh("a")
                if not arrays:
                    e = self.leaf(t)
                    self.text.add(f"{name(t)} {a}[4] = {{{', '.join([e.c] * 4)}}};",
                                  f"{a} = [{e.py}] * 4")
                    self.scopes[-1]["arrays"][a] = (t, 4)
                c.append(a), py.append(f"({a}, 0)")
            else:
                structs = [s for s in self.collect("structs") if not s.startswith("ps")]
                if not structs:
                    self.declare_struct()
                    structs = [s for s in self.collect("structs") if not s.startswith("ps")]
                s = self.r.choice(structs)
                c.append("&" + s if kind == "pointer" else s)
                py.append(s if kind == "pointer" else f"dict({s})")
        v, t = self.fresh("v"), f["type"]
        start = f"{'yield from ' if f['barrier'] else ''}{f['name']}(item, bounds, local"
        extra = ", bounds, k"
        if f["barrier"]:
            extra += ", lred, lid, lsize"
            self.text.add("barrier(CLK_LOCAL_MEM_FENCE);", "yield")
        args = "".join(", " + p for p in py)
        self.text.add(f"{name(t)} {v} = {f['name']}({', '.join(c)}{', ' if c else ''}{extra[2:]});",
                      f"{v} = {start}, k, lred, lid, lsize{args})")
        self.scopes[-1]["vars"][v] = t

    def leave(self):
        x = self.condition(1)
        if self.in_function:
            return self.assign()
        self.text.add(f"if ({x.c}) {{ out[glin] = h; return; }}",
                      f"if {x.py}: out[glin] = h; return")

    def statement(self, depth, uniform):
        kinds = [self.assign] * 3 + [self.declare, self.declare_array, self.declare_pointer,
                                     self.store_array, self.store_array, self.declare_struct,
                                     self.store_struct]
        if not self.in_function:
            kinds += [self.fold, self.store_mine, self.atomic, self.neighbours]
        if uniform:
            kinds += [self.barrier] * 2
            if not self.in_function:
                kinds += [self.exchange, self.publish, self.reduce]
                # All work-items of the group have to take part (OpenCL C, 6.15.11).
                kinds += [] if self.early else [self.copy_in]
                kinds += [self.uniform_update] * 2
        if self.r.random() < 0.25 and self.functions:
            return self.call(uniform)
        if depth < 3 and self.r.random() < 0.35:
            return self.r.choice([self.if_, self.if_, self.loop, self.loop, self.switch])(
                depth, uniform)
        if self.r.random() < 0.04 and self.early:
            return self.leave()
        self.r.choice(kinds)()

    # ---- functions and the kernel

    early = False

    def function(self):
        barrier = self.r.random() < 0.5
        f = {"name": self.fresh("f"), "type": self.random_type(), "barrier": barrier, "params": []}
        self.in_function = True
        self.text, outer = Text(), self.text
        declared, c, py = {}, [], []
        self.open()
        for _ in range(self.r.randint(1, 4)):
            kind, t, p = self.r.choice(["value", "value", "array", "struct", "pointer"]), \
                self.random_type(), self.fresh("q")
            f["params"].append((kind, t))
            if kind == "value":
                c.append(f"{name(t)} {p}"), self.scopes[-1]["vars"].update({p: t})
            elif kind == "array":
                c.append(f"{name(t)} *{p}"), self.scopes[-1]["pointers"].update({p: (t, 4)})
            else:
                p = ("ps" if kind == "pointer" else "s") + p
                c.append(f"struct S {'*' if kind == 'pointer' else ''}{p}")
                self.scopes[-1]["structs"][p] = self.struct
            py.append(p)
        c += ["global const int *bounds", "int k"]
        if barrier:
            c += ["local uint *lred", "int lid", "int lsize"]
        for _ in range(self.r.randint(2, 5)):
            self.statement(1, barrier)
        if barrier:
            e, v = self.expr(T("uint", 1), 1), self.fresh("v")
            self.text.add(f"barrier(CLK_LOCAL_MEM_FENCE); lred[lid] = {e.c}; "
                          "barrier(CLK_LOCAL_MEM_FENCE);", f"yield; lred[lid] = {e.py}; yield")
            self.text.add(f"uint {v} = lred[(lid + 1) % lsize];", f"{v} = lred[(lid + 1) % lsize]")
            self.scopes[-1]["vars"][v] = T("uint", 1)
        e = self.expr(f["type"], 2)
        self.text.add(f"return {e.c};", f"return {e.py}")
        self.scopes.pop()
        f["c"] = f"{name(f['type'])} {f['name']}({', '.join(c)}) {{\n" + \
            "\n".join(self.text.c) + "\n}\n"
        f["py"] = f"def {f['name']}(item, bounds, local, k, lred, lid, lsize" + \
            "".join(", " + p for p in py) + "):\n" + "\n".join(self.text.py) + "\n"
        self.text, self.in_function = outer, False
        self.functions.append(f)

    def kernel(self, statements):
        r = self.r
        self.early = r.random() < 0.4
        self.struct = {self.fresh("m"): self.random_type() for _ in range(r.randint(1, 5))}
        self.tables = {b: [self.number(b) for _ in range(8)] for b in r.sample(INTS + FLOATS, 3)}
        self.local_types = [self.random_type() for _ in range(2)]
        self.copies = {s.base for s in self.inputs}
        self.open()
        for _ in range(r.randint(0, 3)):
            self.function()
        self.open(vars={"lid": INT, "glin": INT, "k": INT, "u": INT, "lsize": INT},
                  const={"lid": 1, "glin": 1, "k": 1, "u": 1, "lsize": 1})
        for t in sorted(set(self.pool)):
            self.declare(t)
        self.declare_array()
        for _ in range(statements):
            self.statement(0, True)
        self.fold_scope(1)
        return Kernel(self, self.c_text(), self.py_text())

    def c_text(self):
        fields = " ".join(f"{name(t)} {f};" for f, t in self.struct.items())
        tables = "".join(f"constant {b} table_{b}[8] = "
                         f"{{{', '.join(literal(b, x) for x in values)}}};\n"
                         for b, values in self.tables.items())
        inputs = ", ".join(f"global const {t.base} *in{i}" for i, t in enumerate(self.inputs))
        locals_ = "".join(f"  local {name(t)} lm_{name(t)}[LSIZE];\n" for t in sorted(set(self.local_types)))
        locals_ += "".join(f"  local {b} lcopy_{b}[32];\n" for b in sorted(self.copies))
        # Work-items that left early never write the elements read by others.
        clear = "".join(f"  lm_{name(t)}[lid] = ({name(t)})(0);\n" for t in sorted(set(self.local_types)))
        return (PRELUDE + PRELUDE_DOUBLE + f"struct S {{ {fields} }};\n" + tables +
                division_helpers(self.divisions) + "".join(f["c"] for f in self.functions) +
                f"kernel void test({inputs}, global const int *bounds, global ulong *out,\n"
                "  global int *everything, volatile global int *counters, int k, local uint *lred) {\n"
                "  local int lshared[4];\n" + locals_ +
                "  int lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * "
                "get_local_size(0) + get_local_id(0);\n"
                "  int lsize = get_local_size(0) * get_local_size(1) * get_local_size(2);\n"
                "  int glin = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + "
                "get_global_id(1) - get_global_offset(1)) * get_global_size(0) + "
                "get_global_id(0) - get_global_offset(0);\n"
                f"  global int *mine = everything + glin * {MINE};\n"
                "  ulong h = get_global_id(0); int u = k;\n" + clear +
                "  for (int i = lid; i < 4; i += lsize) lshared[i] = 0;\n"
                "  lred[lid] = 0; barrier(CLK_LOCAL_MEM_FENCE);\n" +
                "\n".join(self.text.c) + "\n  out[glin] = h;\n}\n")

    def py_text(self):
        return ("".join(f["py"] for f in self.functions) +
                "def test(item, in0, in1, in2, bounds, out, all_, counters, k, lred, local):\n"
                "  lid, lsize, glin, h, u = item.lid, item.lsize, item.glin, item.gid[0], k\n"
                "  lshared = local['lshared']; mine = all_[glin]\n" +
                "\n".join(self.text.py) + "\n  out[glin] = h\n  return\n  yield\n")


class Item:
    pass


class Kernel:
    def __init__(self, generator, source, oracle):
        self.source, self.oracle, self.generator = source, oracle, generator
        self.space = dict(vars(semantics), OP=OP, count=self.count, around=self.around,
                          **{"table_" + b: v for b, v in generator.tables.items()})
        exec(compile(oracle, "oracle", "exec"), self.space)

    @staticmethod
    def count(counters, i, x):
        counters[i] = semantics.wrap("int", counters[i] + x)

    @staticmethod
    def around(h, place, reach, first, end, clamps):
        for j in range(-reach, reach + 1):
            p = place + j
            if clamps:
                p = min(max(p, first), end - 1)
            if clamps or first <= p < end:
                h = semantics.fold(h, "int", semantics.wrap("int", p * 3 + j))
        return h

    def items(self, group, grid):
        """The work-items of one group, full or partial."""
        start = [g * l for g, l in zip(group, grid.local)]
        size = [min(l, n - s) for l, n, s in zip(grid.local, grid.size, start)]
        for z in range(size[2]):
            for y in range(size[1]):
                for x in range(size[0]):
                    item = Item()
                    item.group = group
                    item.lid = (z * size[1] + y) * size[0] + x
                    item.lsize = size[0] * size[1] * size[2]
                    item.glin = ((start[2] + z) * grid.size[1] + start[1] + y) * grid.size[0] \
                        + start[0] + x
                    item.gid = [s + i + o for s, i, o in zip(start, (x, y, z), grid.offset)]
                    item.end = [n + o for n, o in zip(grid.size, grid.offset)]
                    yield item

    def run(self, grid, inputs, bounds, k):
        """Returns (out, mine, counters)."""
        total = grid.size[0] * grid.size[1] * grid.size[2]
        out, counters = [0] * total, [0] * COUNTERS
        mine = [[0] * MINE for _ in range(total)]
        counts = [-(-n // l) for n, l in zip(grid.size, grid.local)]
        for gz in range(counts[2]):
            for gy in range(counts[1]):
                for gx in range(counts[0]):
                    self.run_group((gx, gy, gz), grid, inputs, bounds, k, out, mine, counters)
        return out, [x for m in mine for x in m], counters

    def run_group(self, group, grid, inputs, bounds, k, out, mine, counters):
        local = {"lshared": [0] * 4}
        for t in self.generator.local_types:
            local["lm_" + name(t)] = [0 if t.n == 1 else (0,) * t.n] * 4096
        for b in self.generator.copies:
            local["lcopy_" + b] = [None] * 32
        lred = [0] * 4096
        running = [self.space["test"](item, *inputs, bounds, out, mine, counters, k, lred, local)
                   for item in self.items(group, grid)]
        while running:
            still = []
            for work_item in running:
                try:
                    next(work_item)
                    still.append(work_item)
                except StopIteration:
                    pass
            running = still


def main():
    kernel = Generator(int(sys.argv[1])).kernel(int(sys.argv[2]) if len(sys.argv) > 2 else 12)
    print(kernel.source)
    print(kernel.oracle, file=sys.stderr)


if __name__ == "__main__":
    main()
