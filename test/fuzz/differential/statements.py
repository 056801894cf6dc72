"""Random statements: divergent and uniform control flow, private memory, memory of the work-item."""
from collections import namedtuple

from values import (BASES, FLOATS, INT, T, UINT, Values, Variable, literal, name)

# A private array; a buffer with `slots` elements owned by each work-item, at `at` with {c} for the
# element.
Array = namedtuple("Array", "name type count")
Own = namedtuple("Own", "name type slots at")
# A loop or switch around: whether `continue` may stand in it; whether it has barriers, so that all
# work-items leave it together.
Loop = namedtuple("Loop", "continues together")


class Statements(Values):
    """Needs the attributes of Values, and: hash_type; mix (the function to add to a hash); owned (a
    list of Own); functions; result (how to return); rows (the matrix, an Input); pitch (its rows'
    length); own_row (the number of the work-item's row of outrow).
    """

    def __init__(self):
        self.lines, self.level, self.counter = [], 1, 0
        self.variables, self.arrays, self.structs = [], [], []
        self.budget = 0
        self.loops = []
        self.may_return = False
        self.fields = []

    def add(self, text):
        self.lines.append("  " * self.level + text)

    def fresh(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    def random_type(self):
        return self.r.choice(self.pool)

    def declare_variable(self, t, text, uniform=False, writable=True, below=None, prefix="v"):
        v = self.fresh(prefix)
        self.add(f"{name(t)} {v} = {text};")
        self.variables.append(Variable(v, t, uniform, writable, below))
        return v

    def nested(self, body):
        """`body` writes the text between braces."""
        marks = len(self.variables), len(self.arrays), len(self.structs)
        self.level += 1
        body()
        self.level -= 1
        del self.variables[marks[0]:], self.arrays[marks[1]:], self.structs[marks[2]:]

    def block(self, depth, uniform, count=None):
        def body():
            start = len(self.variables)
            for _ in range(count or self.r.randint(1, 3)):
                self.statement(depth, uniform)
            for v in self.variables[start:]:
                if self.chance(0.6) and not self.in_function:
                    self.fold(v.name, v.type)
        self.nested(body)

    # ---- simple statements

    def declare(self):
        t = self.random_type()
        self.declare_variable(t, self.expr(t, 2))

    def assign(self):
        writable = self.visible(False, lambda v: v.writable and not v.uniform)
        if not writable:
            return self.declare()
        v = self.r.choice(writable)
        if v.type.n > 1 and self.chance(0.5):
            n = self.r.choice([c for c in (1, 2, 3, 4, 8) if c <= v.type.n])
            to = "".join("%x" % i for i in self.r.sample(range(v.type.n), n))
            return self.add(f"{v.name}.s{to} = {self.expr(T(v.type.base, n), 2)};")
        if v.type.base in ("uint", "ulong", "float", "double") and self.chance(0.4):
            o = self.r.choice("+-*" if v.type.base in FLOATS else "+-^|&")
            return self.add(f"{v.name} {o}= {self.expr(v.type, 2)};")
        self.add(f"{v.name} = {self.expr(v.type, self.r.choice([1, 2, 2, 3]))};")

    def fold(self, text, t):
        """Adds a value to the work-item's checksum."""
        f = self.mix + {"half": "h", "float": "f", "double": "d"}.get(t.base, "")
        cast = "" if t.base in FLOATS else f"({self.hash_type})"
        if t.n == 1:
            return self.add(f"h = {f}(h, {cast}{text});")
        picked = sorted(self.r.sample(range(t.n), min(t.n, 3)))
        for i in picked:
            self.add(f"h = {f}(h, {cast}({text}).s{i:x});")

    def fold_expression(self):
        t = self.random_type()
        self.fold(self.expr(t, 2), t)

    def declare_array(self):
        t, n, a, i = self.random_type(), self.r.choice([2, 4, 8]), self.fresh("a"), self.fresh("i")
        self.add(f"{name(t)} {a}[{n}];")
        self.add(f"for (int {i} = 0; {i} < {n}; ++{i}) {a}[{i}] = {self.leaf(t)};")
        self.arrays.append(Array(a, t, n))

    def store_array(self):
        if not self.arrays:
            return self.declare_array()
        a = self.r.choice(self.arrays)
        self.add(f"{a.name}[{self.small_index(a.count)}] = {self.expr(a.type, 2)};")

    def choose_pointer(self):
        """One of two arrays, then through the pointer."""
        if not self.arrays:
            return self.declare_array()
        a = self.r.choice(self.arrays)
        b = self.r.choice([x for x in self.arrays if x.type == a.type])
        count, p = min(a.count, b.count), self.fresh("p")
        test = self.condition(1) if self.chance(0.8) else self.uniform_condition()
        half = b.count - count
        self.add(f"{name(a.type)} *{p} = {test} ? {a.name} : {b.name} + {half};")
        self.arrays.append(Array(p, a.type, count))
        self.add(f"{p}[{self.small_index(count)}] = {self.expr(a.type, 2)};")

    def choose_global_pointer(self):
        plain = [i for i in self.inputs if not i.tight and not i.fields]
        i = self.r.choice(plain)
        j = self.r.choice([x for x in plain if x.base == i.base])
        p, q = self.fresh("p"), self.r.choice(["gi", "(gi & 7)", "5", "lid"])
        test = self.condition(1) if self.chance(0.7) else self.uniform_condition()
        self.add(f"global const {i.base} *{p} = {test} ? {i.name} + {q} : {j.name};")
        at = self.r.choice(["gi", "gu", "lid", "(gi ^ 1)", f"{self.r.randrange(64)}"])
        self.declare_variable(T(i.base, 1), f"{p}[{at}]")

    def declare_struct(self):
        s = self.fresh("s")
        values = ", ".join(self.leaf(t) for t in self.fields)
        self.add(f"struct {self.struct} {s} = {{{values}}};")
        self.structs.append(s)

    def use_struct(self):
        if not self.structs:
            return self.declare_struct()
        s, i = self.r.choice(self.structs), self.r.randrange(len(self.fields))
        if self.chance(0.5):
            self.add(f"{s}.m{i} = {self.expr(self.fields[i], 2)};")
        else:
            self.declare_variable(self.fields[i], f"{s}.m{i}")

    # ---- memory owned by the work-item

    def own_slot(self, o):
        counters = [v.name for v in self.variables if v.below and v.below <= o.slots]
        if counters and self.chance(0.7):
            return self.r.choice(counters)
        if o.slots in (2, 4) and self.chance(0.3):
            return f"({self.leaf(INT, loads=False)} & {o.slots - 1})"
        return str(self.r.randrange(o.slots))

    def store_own(self):
        o = self.r.choice(self.owned)
        at = o.at.format(c=self.own_slot(o))
        if not isinstance(o.type, T):
            i = self.r.randrange(len(o.type))
            return self.add(f"{o.name}[{at}].m{i} = {self.expr(o.type[i], 2)};")
        if o.type.n > 1 and self.chance(0.3):
            i = self.r.randrange(o.type.n)
            return self.add(f"{o.name}[{at}].s{i:x} = {self.expr(T(o.type.base, 1), 2)};")
        if o.type.n == 1 and o.type.base != "half" and o.slots in (2, 4) and o.at.startswith(("gi *", "gl *")) and self.chance(0.4):
            t = T(o.type.base, o.slots)
            return self.add(f"vstore{o.slots}({self.expr(t, 2)}, gl, {o.name});")
        if o.type in (INT, UINT) and self.chance(0.25):
            return self.own_atomic(o, at)
        if self.chance(0.25) and o.type.base in ("uint", "float", "ulong", "double"):
            return self.add(f"{o.name}[{at}] += {self.expr(o.type, 1)};")
        self.add(f"{o.name}[{at}] = {self.expr(o.type, 2)};")

    def own_atomic(self, o, at):
        """On an element of this work-item only: the result is known."""
        f = self.r.choice(["add", "sub", "xchg", "max", "xor", "inc", "cmpxchg"])
        operands = {"inc": 0, "cmpxchg": 2}.get(f, 1)
        values = "".join(", " + self.expr(o.type, 1) for _ in range(operands))
        text = f"atomic_{f}(&{o.name}[{at}]{values})"
        if self.chance(0.6):
            return self.declare_variable(o.type, text)
        self.add(f"{text};")

    def load_own(self):
        o = self.r.choice(self.owned)
        text = f"{o.name}[{o.at.format(c=self.own_slot(o))}]"
        if isinstance(o.type, T):
            return self.declare_variable(o.type, text)
        i = self.r.randrange(len(o.type))
        self.declare_variable(o.type[i], f"{text}.m{i}")

    def atomic(self):
        """Operations that commute, one kind for each eight counters."""
        which = self.r.randrange(6)
        f = ["add", "xor", "or", "and", "min", "max"][which]
        if f == "add":
            f = self.r.choice(["add", "add", "sub", "inc", "dec"])
        e = "" if f in ("inc", "dec") else f", {self.expr(INT, 1)}"
        i = self.r.choice([f"{self.r.randrange(8)}", "(gi & 7)", "(lid >> 2 & 7)",
                           f"({self.uniform(0)} & 7)", f"({self.leaf(INT, loads=False)} & 7)"])
        self.add(f"atomic_{f}(&counters[{which * 8} + {i}]{e});")

    def ticket(self):
        """The result of an atomic that others share: the set of all their results is known."""
        v, cell = self.fresh("v"), self.counter % 8
        self.add(f"{{ uint {v} = atomic_inc(&tickets[{cell}]); "
                 f"atomic_add(&tickets[{cell + 8}], {v} * {v} + 1u); }}")

    # ---- control flow

    def if_(self, depth, uniform):
        inside = self.chance(0.5 if uniform else 0.25)
        test = self.uniform_condition() if inside else self.condition(2)
        self.add(f"if {test} {{")
        self.block(depth + 1, uniform and inside)
        if self.chance(0.5):
            self.add("} else {")
            self.block(depth + 1, uniform and inside)
        self.add("}")

    def switch(self, depth, uniform):
        inside = self.chance(0.4)
        e = self.uniform() if inside else self.expr(self.r.choice([INT, UINT]), 1)
        self.add(f"switch ({e} & 7) {{")
        self.loops.append(Loop(False, uniform and inside))
        for case in self.r.sample(range(8), self.r.randint(1, 4)) + ["default"]:
            if case == "default" and self.chance(0.4):
                break
            self.add(f"{'default' if case == 'default' else f'case {case}'}: {{")
            self.block(depth + 1, uniform and inside, self.r.randint(1, 2))
            # Without a break the next case goes on.
            self.level += 1
            if self.chance(0.65):
                self.add("break;")
            self.level -= 1
            self.add("}")
        self.loops.pop()
        self.add("}")

    def bound(self, inside, most):
        if inside:
            return self.r.choice([str(self.r.randint(1, most)), f"(bounds[{self.r.randrange(8)}] & {most})",
                                  f"({self.uniform(0)} & {most})"])
        return self.r.choice([f"({self.expr(INT, 1)} & {most})", f"(lid & {most})", f"(gi % {most + 1})",
                              f"({self.load(INT)} & {most})"])

    def loop(self, depth, uniform):
        inside = self.chance(0.6)
        most = 3 if depth > 1 or uniform else self.r.choice([3, 7])
        n, j, form = self.bound(inside, most), self.fresh("j"), self.r.randrange(7)
        counter, tail = Variable(j, INT, inside, False, 8 if most == 7 else 4), ""
        if form < 3:
            self.add(f"for (int {j} = 0; {j} < {n}; {self.r.choice([f'++{j}', f'{j} += 2', f'{j}++'])}) {{")
        elif form == 3:
            self.add(f"for (int {j} = {n}; {j}-- > 0;) {{")
        elif form == 4:
            # The test and the counter outlive the loop.
            self.add(f"int {j} = 0;")
            test = self.uniform_condition() if inside else self.condition(1)
            self.add(f"while ({j} < {n} && {test}) {{")
            tail = f"++{j};"
        elif form == 5:
            self.add(f"int {j} = -1;")
            self.add("do {")
            tail = ""
        else:
            self.add(f"int {j} = -1;")
            self.add("for (;;) {")
        self.level += 1
        if form >= 5:
            self.add(f"++{j};")
        if form == 6:
            self.add(f"if ({j} >= {n}) break;")
        self.level -= 1
        # A loop of form 4 that continues would not get to its tail, and do ... while to less.
        self.loops.append(Loop(form != 4, uniform and inside))
        self.variables.append(counter)
        self.loop_body(depth, uniform and inside, inside, tail)
        self.variables.remove(counter)
        self.loops.pop()
        self.add(f"}} while ({j} + 1 < {n});" if form == 5 else "}")
        if form >= 4:
            # The counter's value behind the loop.
            self.variables.append(Variable(j, INT, inside and uniform, False, None))

    def loop_body(self, depth, uniform, inside, tail):
        self.block(depth + 1, uniform)
        if self.chance(0.45):
            self.leave_loop(inside)
            self.block(depth + 1, uniform, 1)
        if tail:
            self.level += 1
            self.add(tail)
            self.level -= 1

    def leave_loop(self, inside):
        """A test to end the loop; where barriers are, all work-items take it together."""
        test = self.uniform_condition() if inside else self.condition(1)
        jump = "continue" if self.loops[-1].continues and self.chance(0.4) else "break"
        self.level += 1
        self.add(f"if {test} {jump};")
        self.level -= 1

    def jump(self):
        """Out of the innermost loop from wherever this is, or out of the function."""
        if self.loops and not self.loops[-1].together and self.chance(0.7):
            kind = "continue" if self.loops[-1].continues and self.chance(0.4) else "break"
            return self.add(f"if {self.condition(1)} {kind};")
        if self.may_return:
            self.add(f"if {self.condition(1)} {{")
            self.level += 1
            for line in self.result():
                self.add(line)
            self.level -= 1
            return self.add("}")
        self.assign()

    def iterate(self, _depth, _uniform):
        """A loop whose trip count the data decides, as fractals and searches have them."""
        v, count, t = self.fresh("v"), self.fresh("v"), self.r.choice([UINT, T("float", 1)])
        start = self.expr(t, 1)
        if t == UINT:
            start, test = f"{start} & 255u", f"{v} != 0u"
            step = self.r.choice([f"{v} >>= 1;", f"{v} &= {v} - 1u;", f"{v} = {v} / 3u;"])
        else:
            test = f"{v} * {v} < 100.0f"
            step = f"{v} = {v} * {v} + {self.r.choice(['0.25f', '1.5f', '-1.0f'])};"
        self.add(f"{name(t)} {v} = {start};")
        self.add(f"uint {count} = 0u;")
        self.add(f"while ({test} && {count} < 9u) {{")
        self.add(f"  {step}")
        self.add(f"  ++{count};")
        if self.chance(0.5):
            self.loops.append(Loop(True, False))
            self.block(2, False, 1)
            self.loops.pop()
        self.add("}")
        self.variables.append(Variable(count, UINT, False, False, None))
        self.variables.append(Variable(v, t, False, True, None))

    def walk_row(self, _depth, _uniform):
        """Along a row of a matrix, one for each work-item."""
        r, i, v = self.r, self.fresh("i"), self.fresh("v")
        rows, pitch = self.rows, self.r.choice([str(self.pitch), "pitch"])
        g = r.choice(["gi", "gi", "gl", "gu", "((int)n - 1 - gi)", f"((gi * 5 + {r.randrange(9)}) % (int)n)"])
        count = r.choice([pitch, pitch, str(r.randint(1, self.pitch)), f"min({pitch}, 2 * bounds[{r.randrange(8)}])",
                          f"({pitch} - bounds[{r.randrange(8)}] % {pitch})", f"min({pitch}, gi % 13)"])
        at = r.choice([f"{g} * {pitch} + {i}"] * 3 + [f"{g} * {pitch} + ({pitch} - 1 - {i})"])
        t = T(rows.base if rows.base in FLOATS else "uint", 1)
        self.declare_variable(t, self.leaf(t))
        v = self.variables[-1].name
        first = r.choice([0, 0, 0, 1, 2])
        if self.chance(0.3):
            self.add(f"if {self.condition(1)}")
        if self.chance(0.25):
            self.add(f"for (int {i} = {count}; {i}-- > {first};) {{")
        else:
            self.add(f"for (int {i} = {first}; {i} < {count}; ++{i}) {{")
        for _ in range(r.choice([1, 1, 2])):
            self.add("  " + self.walk_step(t, v, at, i))
        if self.chance(0.3):
            self.add(f"  outrow[{self.own_row} * {pitch} + {i}] = ({rows.base}){v};")
        self.add("}")

    def walk_step(self, t, v, at, i):
        r = self.r
        text = f"{self.rows.name}[{at}]"
        if self.chance(0.15):
            own = f"outrow[{self.own_row} * {self.pitch} + {i}]"
            text = f"({own} + {text})" if t.base in FLOATS else f"((uint){own} + (uint){text})"
        if self.chance(0.2):
            text = f"({text} {r.choice('+-')} {self.rows.name}[{i}])"
        guard = f"if {self.condition(1)} " if self.chance(0.15) else ""
        if t.base in FLOATS:
            scale = literal(t.base, r.choice([0.5, 1.0, -0.25]))
            return guard + f"{v} = {v} * {scale} + {text};"
        return guard + f"{v} = {v} * {r.choice([3, 5, 31])}u {r.choice('+^-')} (uint){text};"

    # ---- functions

    def call(self, uniform):
        usable = [f for f in self.functions if uniform or not f.barrier]
        if not usable or self.in_function:
            return self.assign()
        f = self.r.choice(usable)
        values = []
        for kind, t in f.parameters:
            if kind == "value":
                values.append(self.expr(t, 1))
                continue
            arrays = [a for a in self.arrays if a.type == t and a.count >= 4]
            if not arrays:
                a = self.fresh("a")
                self.add(f"{name(t)} {a}[4] = {{{', '.join(self.leaf(t) for _ in range(4))}}};")
                arrays = [Array(a, t, 4)]
                self.arrays += arrays
            values.append(self.r.choice(arrays).name)
        if f.barrier:
            self.add("barrier(CLK_LOCAL_MEM_FENCE);")
        self.declare_variable(f.type, f"{f.name}({', '.join(values + self.passed)})")

    # ---- any of them

    def statement(self, depth, uniform):
        self.budget -= 1
        if self.budget > 0 and depth < 4 and self.chance(0.42 if depth < 2 else 0.25):
            kinds = [self.if_] * 4 + [self.loop] * 4 + [self.switch, self.iterate]
            if not self.in_function:
                kinds += [self.walk_row] + self.control_of_groups()
            return self.r.choice(kinds)(depth, uniform)
        if self.functions and not self.in_function and self.chance(0.12):
            return self.call(uniform)
        if uniform and self.chance(0.3):
            return self.group_statement()
        if (self.loops or self.may_return) and not uniform and self.chance(0.12):
            return self.jump()
        kinds = [self.declare] * 3 + [self.assign] * 6 + [self.store_array] * 2 + \
            [self.choose_pointer, self.use_struct, self.choose_global_pointer]
        if not self.in_function:
            kinds += [self.fold_expression, self.store_own, self.store_own, self.store_own,
                      self.load_own, self.atomic, self.ticket] + self.statements_of_groups()
        self.r.choice(kinds)()

    def group_statement(self):
        raise NotImplementedError

    def random_scalar(self):
        return T(self.r.choice(BASES), 1)
