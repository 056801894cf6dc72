"""Random kernels for the differential test.   generator.py SEED [FEATURE...] prints one.

A kernel's result is defined: no data races, no undefined behaviour, floating point of correctly
rounded operations only. Barriers stand where all work-items of a group come together; their places
are loops with loaded bounds, uniform branches, functions, and code after divergent code.
"""
import random
import sys
from collections import namedtuple

from case import Case
from statements import Array, Own
from sub_groups import EXTENDED, NARROW, SubGroups
from values import BASES, INT, Input, SLACK, T, UINT, Variable, name

# Optional features of a device, each with a call to query it.
COLLECTIVES = {"work_group": "work_group_reduce_add(1)",
               "sub_group": "sub_group_reduce_add((int)get_sub_group_local_id())"}
FEATURES = {**COLLECTIVES, EXTENDED: "sub_group_shuffle(sub_group_reduce_add((char)1), 0u)",
            "half": "(int)((half)a[0] * (half)2.0f)"}
Function = namedtuple("Function", "name type parameters barrier text")
LOCAL = 256     # the most work-items in a group
OWN_BASES = ["int", "uint", "float", "ulong", "uchar", "short", "double", "long", "char", "ushort"]

PRELUDE = """#ifndef KILN_CASE
#define KILN_CASE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
ulong mix(ulong h, ulong x) { h = (h ^ x) * 0x9E3779B97F4A7C15UL; return h ^ (h >> 29); }
ulong mixf(ulong h, float x) { return mix(h, x != x ? 7UL : (ulong)as_uint(x)); }
ulong mixd(ulong h, double x) { return mix(h, x != x ? 7UL : as_ulong(x)); }
// So narrow that wide vectors pay.
ushort nmix(ushort h, ushort x) { h = (ushort)((h ^ x) * 0x9E37u); return h ^ (h >> 7); }
ushort nmixf(ushort h, float x) { uint u = x != x ? 7u : as_uint(x); return nmix(nmix(h, (ushort)u), u >> 16); }
ushort nmixd(ushort h, double x) { return nmixf(h, (float)x); }
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
ulong mixh(ulong h, half x) { return mix(h, x != x ? 7UL : (ulong)as_ushort(x)); }
ushort nmixh(ushort h, half x) { return nmix(h, x != x ? 7 : as_ushort(x)); }
#endif
#endif
"""


def launches(r, uniform_groups):
    """Two or three grids: wide ones, and shapes unfit for any vector."""
    wide = r.choice([(16, 5), (32, 3), (64, 2), (64, 3), (100, 2), (128, 1), (33, 3), (8, 9), (24, 5),
                     (17, 6), (256, 1), (48, 2), (7, 9), (1, 40), (64, 3), (96, 2), (80, 1), (40, 3)])
    shapes = [((3, 5, 7), (2, 1, 1)), ((1, 64, 1), (3, 1, 1)), ((1, 1, 1), (19, 1, 1)),
              ((1, 1, 1), (5, 4, 1)), ((100, 1, 1), (1, 2, 1)), ((17, 3, 1), (2, 2, 1)),
              ((8, 8, 1), (2, 2, 1)), ((16, 4, 1), (1, 3, 1)), ((2, 3, 4), (2, 2, 2)),
              ((4, 1, 16), (2, 1, 1)), ((31, 1, 1), (4, 1, 1)), ((5, 1, 1), (11, 1, 1)),
              ((16, 16, 1), (1, 1, 1)), ((64, 1, 2), (1, 3, 1)), ((13, 11, 1), (2, 1, 1)),
              ((1, 1, 1), (70, 1, 1)), ((1, 3, 1), (21, 2, 1))]
    chosen = [((wide[0], 1, 1), (wide[1], 1, 1))] + r.sample(shapes, r.choice([1, 1, 2]))
    result = []
    for local, groups in chosen:
        size = [a * b for a, b in zip(local, groups)]
        if not uniform_groups and r.random() < 0.5:
            for d in range(3):
                if local[d] > 1 and r.random() < 0.7:
                    size[d] -= r.randrange(local[d])
        offset = (0, 0, 0) if r.random() < 0.7 else tuple(r.randrange(9) if x > 1 else 0 for x in size)
        result.append((tuple(size), local, offset))
    return result


class Generator(SubGroups):
    def __init__(self, seed, features=()):
        """`features`: the keys of FEATURES supported by the device."""
        super().__init__()
        self.r, self.features = random.Random(seed), features
        self.collectives = [f for f in COLLECTIVES if f in features and self.chance(0.35)]
        self.sub_group_size = self.r.choice([2, 4, 8, 8, 16, 16, 16, 32, 32, 64]) if "sub_group" in self.collectives else 0
        # Mostly elements of 8 and 16 bits: the vectors are then wider than sub-groups.
        self.is_narrow = self.chance(0.35)
        self.has_half = "half" in features and self.chance(0.6)
        self.hash_type, self.mix = ("ushort", "nmix") if self.is_narrow and self.chance(0.7) else ("ulong", "mix")
        self.is_alone = False
        self.seed, self.name = seed, f"k{seed}"
        self.struct = f"S{seed}"
        self.functions, self.in_function, self.passed = [], False, []
        self.locals, self.scratch, self.result = [], False, list
        r = self.r
        bases = [self.random_base() for _ in range(3)]
        self.pool = [T(b, 1 if b == "half" else r.choice([1] * 7 + [2, 3, 4, 4, 8, 16])) for b in bases]
        self.pool += [T(self.random_base(), 1) if self.is_narrow else r.choice([INT, T("float", 1), UINT])]
        self.fields = [self.random_type() if self.chance(0.5) else self.random_scalar()
                       for _ in range(r.randint(2, 4))]
        bases = [r.choice([t.base for t in self.pool]), "int", self.random_base()]
        self.inputs = [Input(f"in{i}", b, False, None) for i, b in enumerate(bases)]
        self.inputs.append(Input("tight", r.choice(["int", "float", bases[0]]), True, None))
        if self.chance(0.5):
            self.inputs.append(Input("parts", r.choice(["float", "int", "uchar", bases[0]]), False,
                                     ["x", "y", "z", "w"][:r.choice([2, 3, 3, 4])]))
        # Rows without any alignment, of work-items by themselves.
        self.pitch, self.own_row = r.randint(1, 21), r.choice(["gi", "gi", "((int)n - 1 - gi)"])
        self.rows = Input("rows", r.choice(["float", "float", "double", "uchar", "short", "int", "uint"]), True, None)
        self.local_types = [self.random_type() for _ in range(2)]
        self.choose_strips()
        self.owned = [self.own(i) for i in range(r.choice([1, 2, 2, 3]))]

    def random_base(self):
        if self.is_narrow:
            return self.r.choice(NARROW + ["short", "char", "int"] + ["half"] * (3 * self.has_half))
        return self.r.choice(BASES + ["half"] * (2 * self.has_half))

    def own(self, i):
        r, slots = self.r, self.r.choice([1, 1, 2, 3, 4])
        g = r.choice(["gi", "gi", "gl", "((int)n - 1 - gi)", "turned"])
        at = r.choice([f"{g} * {slots} + {{c}}"] * 3 + [f"{{c}} * (int)n + {g}"])
        if slots == 1:
            at = g
        kind = r.randrange(8)
        if kind == 0:
            fields = [T(r.choice(NARROW if self.is_narrow else ["int", "float"]), 1)] * r.choice([2, 3, 4])
            return Own(f"out{i}", tuple(fields), slots, at)
        n = r.choice([2, 4, 4, 8]) if kind < 3 else 1
        base = r.choice([t.base for t in self.pool] + ["int"]) if self.chance(0.6) else r.choice(OWN_BASES)
        return Own(f"out{i}", T(base, 1 if base == "half" else n), slots, at)

    # ---- functions of whole work-groups

    def barrier(self):
        self.add(f"barrier({self.r.choice(['CLK_LOCAL_MEM_FENCE', 'CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE'])});")

    def another(self):
        """A work-item of the group."""
        c = self.r.randrange(1, 100)
        return self.r.choice([f"((lid + {c}) % ls)", "(ls - 1 - lid)", "((lid ^ 1) < ls ? (lid ^ 1) : lid)",
                              f"((lid * 3 + {c}) % ls)", f"({c} % ls)", "(lid > 0 ? lid - 1 : 0)",
                              f"(int)((uint){self.leaf(INT, loads=False)} % (uint)ls)"])

    def exchange(self):
        """Local memory: each writes its own element, some read the elements of others."""
        i = self.r.randrange(2)
        t, m, v = self.local_types[i], f"lm{i}", self.fresh("v")
        guard = f"if {self.condition(1)} " if self.chance(0.3) else ""
        self.add("barrier(CLK_LOCAL_MEM_FENCE);")
        self.add(f"{guard}{m}[lid] = {self.expr(t, 2)};")
        self.add("barrier(CLK_LOCAL_MEM_FENCE);")
        self.add(f"{name(t)} {v} = {m}[{self.another()}];")
        self.variables.append(Variable(v, t, False, True, None))
        if self.chance(0.3):
            self.add(f"if {self.condition(1)} {v} = {m}[{self.another()}];")

    def exchange_global(self):
        self.scratch = True
        v, t = self.fresh("v"), UINT
        self.add("barrier(CLK_GLOBAL_MEM_FENCE);")
        self.add(f"scratch[base + lid] = {self.expr(t, 2)};")
        self.add("barrier(CLK_GLOBAL_MEM_FENCE);")
        self.add(f"uint {v} = scratch[base + {self.another()}];")
        self.variables.append(Variable(v, t, False, True, None))

    def publish(self):
        """One work-item's value becomes all of the group's."""
        i, u = self.r.randrange(4), self.fresh("u")
        self.add("barrier(CLK_LOCAL_MEM_FENCE);")
        self.add(f"if (lid == {self.r.randrange(100)} % ls) lshared[{i}] = {self.expr(INT, 1)} & 7;")
        self.add("barrier(CLK_LOCAL_MEM_FENCE);")
        self.add(f"int {u} = lshared[{i}];")
        self.variables.append(Variable(u, INT, True, False, None))

    def reduce(self):
        s, v = self.fresh("s"), self.fresh("v")
        self.add("barrier(CLK_LOCAL_MEM_FENCE);")
        self.add(f"lred[lid] = {self.expr(UINT, 2)};")
        if self.chance(0.5):
            self.add(f"for (int {s} = 1; {s} < ls; {s} *= 2) {{")
            self.add("  barrier(CLK_LOCAL_MEM_FENCE);")
            self.add(f"  if (lid % (2 * {s}) == 0 && lid + {s} < ls) lred[lid] += lred[lid + {s}];")
        else:
            self.add(f"for (int {s} = {LOCAL // 2}; {s} > 0; {s} >>= 1) {{")
            self.add("  barrier(CLK_LOCAL_MEM_FENCE);")
            self.add(f"  if (lid < {s} && lid + {s} < ls) lred[lid] += lred[lid + {s}];")
        self.add("}")
        self.add("barrier(CLK_LOCAL_MEM_FENCE);")
        self.declare_variable(UINT, "lred[0]")

    def network(self):
        """Steps with two elements for each work-item, shared with no other."""
        r, s, low, high = self.r, *(self.fresh(p) for p in "slh")
        t = r.choice(["int", "uint", "size_t"])
        power = f"{low} = 2 * ({t})lid - (({t})lid & ({s} - 1))"
        place = r.choice([power, f"{low} = ({t})lid / {s} * 2 * {s} + ({t})lid % {s}", f"{low} = ({t})lid"])
        isSwap = place.endswith("lid")
        step = r.choice(["* 2", "* 2", "* 3", "+ 1"]) if place != power and not isSwap else "* 2"
        self.add("barrier(CLK_LOCAL_MEM_FENCE);")
        self.add(f"lred[lid] = {self.expr(UINT, 2)};")
        self.add(f"for ({t} {s} = {r.choice([1, 1, 2, 4])}; {s} < {r.choice([8, 20, 64])}; {s} = {s} {step}) {{")
        self.add("  barrier(CLK_LOCAL_MEM_FENCE);")
        self.add(f"  {t} {place}, {high} = {low} {'^' if isSwap else '+'} {s};")
        guard = f"{high} < ({t})ls" + (f" && {high} > {low}" if isSwap else "")
        if self.chance(0.3):
            guard += f" && {self.condition(1)}"
        self.add(f"  if ({guard}) {{")
        a, b = self.fresh("v"), self.fresh("v")
        self.add(f"    uint {a} = lred[{low}], {b} = lred[{high}];")
        if self.chance(0.5):
            self.add(f"    if (({a} > {b}) == (({low} & {2 ** r.randrange(6)}) == 0)) {{ "
                     f"lred[{low}] = {b}; lred[{high}] = {a}; }}")
        else:
            self.add(f"    lred[{low}] = {a} + {b};")
            self.add(f"    lred[{high}] = {a} - {b} * 3u;")
        self.add("  }")
        self.add("}")
        self.add("barrier(CLK_LOCAL_MEM_FENCE);")
        self.declare_variable(UINT, "lred[lid]")

    def butterfly(self):
        """Each reads of others in blocks, of any type."""
        i, s = self.r.randrange(2), self.fresh("s")
        t, m, v = self.local_types[i], f"lm{i}", self.declare_variable(self.local_types[i], self.leaf(self.local_types[i]))
        at = self.r.choice([f"(lid ^ {s})", f"(lid / {s} * {s})", f"(lid % {s})", f"(lid & ~({s} - 1))",
                            f"(lid / {s} * {s} + ({s} - 1 - lid % {s}))", f"(lid >> ({s} & 3))",
                            f"(int)((uint)lid | (uint){s})"])
        self.add(f"for (int {s} = 1; {s} < {self.r.choice([4, 9, 40])}; {s} {self.r.choice(['*= 2', '+= 3'])}) {{")
        self.add("  barrier(CLK_LOCAL_MEM_FENCE);")
        self.add(f"  {m}[lid] = {v};")
        self.add("  barrier(CLK_LOCAL_MEM_FENCE);")
        self.add(f"  if ({at} < ls) {v} = {m}[{at}];")
        self.add("}")
        self.fold(v, t)

    def scan(self):
        """Hillis and Steele's."""
        s, v = self.fresh("s"), self.fresh("v")
        self.add(f"uint {v} = {self.expr(UINT, 1)};")
        self.add(f"for (int {s} = 1; {s} < ls; {s} <<= 1) {{")
        self.add(f"  barrier(CLK_LOCAL_MEM_FENCE);")
        self.add(f"  lred[lid] = {v};")
        self.add(f"  barrier(CLK_LOCAL_MEM_FENCE);")
        self.add(f"  if (lid >= {s}) {v} += lred[lid - {s}];")
        self.add("}")
        self.variables.append(Variable(v, UINT, False, True, None))

    def count(self):
        """A histogram in local memory."""
        i, bins = self.fresh("i"), self.r.choice([4, 8, 16])
        self.add("barrier(CLK_LOCAL_MEM_FENCE);")
        self.add(f"for (int {i} = lid; {i} < {bins}; {i} += ls) lcount[{i}] = 0u;")
        self.add("barrier(CLK_LOCAL_MEM_FENCE);")
        guard = f"if {self.condition(1)} " if self.chance(0.4) else ""
        self.add(f"{guard}atomic_inc(&lcount[{self.expr(UINT, 1)} & {bins - 1}u]);")
        self.add("barrier(CLK_LOCAL_MEM_FENCE);")
        self.declare_variable(UINT, f"lcount[lid & {bins - 1}]")

    def group_statement(self):
        kinds = [self.barrier]
        if self.in_function:
            kinds += [self.reduce, self.scan, self.network]
        elif self.collectives and self.chance(0.5):
            kinds = [self.collective] * 2 + [self.sub_group_control] * (2 if self.sub_group_size else 0)
        else:
            kinds += [self.exchange] * 3 + [self.exchange_global, self.publish, self.publish, self.reduce,
                                            self.scan, self.count] + [self.network] * 6 + [self.butterfly] * 3
        self.r.choice(kinds)()

    def group_indices(self):
        return [] if self.is_alone else super().group_indices()

    def group_conditions(self):
        return [] if self.is_alone else super().group_conditions()

    def control_of_groups(self):
        """Likely enough that most kernels with sub-groups have one."""
        return [] if self.is_alone else [self.walk_strip] * (4 if self.sub_group_size else 1)

    def statements_of_groups(self):
        return [self.use_place] * (3 if self.sub_group_size else 0)

    # ---- functions

    def function(self):
        r, barrier = self.r, self.has_barriers and self.chance(0.35)
        t, parameters, texts = self.random_type(), [], []
        outer = self.lines, self.variables, self.arrays, self.structs
        self.lines, self.variables, self.arrays, self.structs = [], [], [], []
        self.in_function = True
        for _ in range(r.randint(1, 3)):
            kind, pt, p = r.choice(["value", "value", "array"]), self.random_type(), self.fresh("q")
            parameters.append((kind, pt))
            if kind == "value":
                self.variables.append(Variable(p, pt, False, True, None))
            else:
                self.arrays.append(Array(p, pt, 4))
            texts.append(f"{name(pt)} {'*' if kind == 'array' else ''}{p}")
        self.may_return = not barrier
        self.result = lambda: [f"return {self.expr(t, 1)};"]
        self.budget = r.randint(2, 5)
        while self.budget > 0:
            self.statement(1, barrier)
        self.may_return = True
        if self.chance(0.3):
            self.jump()
        self.add(f"return {self.expr(t, 2)};")
        called = f"f{len(self.functions)}_{self.seed}"
        inline = r.choice(["", "", "__attribute__((noinline)) ", "__attribute__((always_inline)) "])
        head = f"{inline}{name(t)} {called}({', '.join(texts + self.standard_parameters())}) {{"
        self.functions.append(Function(called, t, parameters, barrier, "\n".join([head, *self.lines, "}", ""])))
        self.lines, self.variables, self.arrays, self.structs = outer
        self.in_function, self.may_return = False, False

    def standard_parameters(self):
        """Parameters of every function, so that all expressions mean something in it."""
        inputs = [f"global const {self.element(i)} *{i.name}" for i in self.inputs]
        self.passed = [i.name for i in self.inputs] + ["bounds", "gi", "gu", "gl", "lid", "lx", "ls", "n",
                                                       "k", "lred"]
        return inputs + ["global const int *bounds", "int gi", "uint gu", "ulong gl", "int lid", "int lx",
                         "int ls", "uint n", "int k", "local uint *lred"]

    # ---- the kernel

    def element(self, i):
        return f"P{self.seed}" if i.fields else i.base

    def kernel(self):
        r = self.r
        self.has_barriers = bool(self.collectives) or self.chance(0.5)
        # Nothing of the group but its id: groups may be merged.
        self.is_alone = not self.has_barriers and self.chance(0.5)
        for _ in range(0 if self.is_alone else r.choice([0, 0, 1, 1, 2])):
            self.function()
        for t in sorted(set(self.pool)):
            self.declare_variable(t, self.expr(t, 1))
        if self.chance(0.5):
            self.declare_array()
        if self.has_barriers:
            self.budget = r.randint(3, 9)
            self.group_statement()
            while self.budget > 0:
                if self.chance(0.06):
                    self.leave_group()
                self.statement(0, True)
        self.may_return = True
        self.result = lambda: ["hashes[gl] = h;", "return;"]
        self.budget = r.randint(2, 6) if self.has_barriers else r.randint(5, 12)
        while self.budget > 0:
            self.statement(0, False)
        if self.is_alone and self.chance(0.5):
            self.add(f"h = {self.mix}(h, get_group_id({r.choice([0, 0, 1])}) * get_local_size(0));")
        for v in self.variables:
            if not v.below and v.type != T(self.hash_type, 1):
                self.fold(v.name, v.type)
        for a in self.arrays:
            if not a.name.startswith("p"):
                self.fold(f"{a.name}[{self.r.randrange(a.count)}]", a.type)
        return Case(self.text(), self.name)

    def leave_group(self):
        """Whole groups ending before others' barriers."""
        self.add(f"if ((get_group_id(0) + {self.r.randrange(3)}) % 3 == 0) {{")
        self.add("  hashes[gl] = h;")
        self.add("  return;")
        self.add("}")

    def arguments(self):
        """Pairs of a parameter's text and the case's line for it."""
        r, result = self.r, []
        for i in self.inputs:
            count = "N" if i.tight else f"{len(i.fields)}*N+64" if i.fields else f"4*N+{SLACK}"
            fill = r.choice(["random", "random", "small"]) if i.base != "int" else r.choice(["random", "small"])
            result.append((f"global const {self.element(i)} *{i.name}",
                           f"{i.name} {i.base} {count} {fill} {r.randrange(1000)}"))
        result.append(("global const int *bounds", f"bounds int 8 positive {r.randrange(1000)}"))
        for o in self.owned:
            if isinstance(o.type, T):
                result.append((f"global {name(o.type)} *{o.name}",
                               f"{o.name} {o.type.base} N*{o.slots * o.type.n} small {r.randrange(1000)}"))
            else:
                result.append((f"global struct O{self.seed}_{o.name} *{o.name}",
                               f"{o.name} {o.type[0].base} N*{o.slots * len(o.type)} small {r.randrange(1000)}"))
        text = "\n".join(self.lines)
        if "outrow[" in text or "rows[" in text:
            size = f"N*{self.pitch}"
            result.append((f"global const {self.rows.base} *rows",
                           f"rows {self.rows.base} {size} small {r.randrange(1000)}"))
            result.append((f"global {self.rows.base} *{r.choice(['', 'restrict '])}outrow",
                           f"outrow {self.rows.base} {size} small {r.randrange(1000)}"))
            result.append(("int pitch", f"pitch int = {self.pitch}"))
        result += self.strip_arguments(text)
        result.append(("volatile global int *counters", "counters int 48 small 1"))
        result.append(("volatile global uint *tickets", "tickets uint 16 zero 0"))
        result.append(("global uint *scratch", f"scratch uint {'L*G' if self.scratch else 1} zero 0"))
        result.append((f"global {self.hash_type} *hashes", f"hashes {self.hash_type} N zero 0"))
        if not self.is_alone:
            result.append(("local uint *lred", "lred local uint L"))
        result.append(("int k", f"k int = {r.randrange(8)}"))
        return result

    def structures(self):
        text = f"struct {self.struct} {{ " + " ".join(f"{name(t)} m{i};" for i, t in enumerate(self.fields)) + " };\n"
        for i in self.inputs:
            if i.fields:
                text += f"typedef struct {{ {i.base} {', '.join(i.fields)}; }} P{self.seed};\n"
        for o in self.owned:
            if not isinstance(o.type, T):
                text += f"struct O{self.seed}_{o.name} {{ " + \
                    " ".join(f"{name(t)} m{i};" for i, t in enumerate(o.type)) + " };\n"
        return text

    def setup(self):
        lines = [f"  int lid = {0 if self.is_alone else r3('local')};",
                 f"  int ls = {'1' if self.is_alone else '(int)(get_local_size(0) * get_local_size(1) * get_local_size(2))'};",
                 f"  int lx = {0 if self.is_alone else '(int)get_local_id(0)'};",
                 f"  uint n = (uint)(get_global_size(0) * get_global_size(1) * get_global_size(2));"]
        g = ["get_global_id(%d) - get_global_offset(%d)" % (d, d) for d in range(3)]
        lines.append(f"  ulong gl = (({g[2]}) * get_global_size(1) + {g[1]}) * get_global_size(0) + {g[0]};")
        if self.chance(0.5):
            lines[-1] = "  ulong gl = get_global_linear_id();" if self.standard else lines[-1]
        lines.append("  int gi = (int)gl; uint gu = (uint)gl;")
        lines.append(f"  int turned = (int)((({g[0]}) * get_global_size(1) + {g[1]}) * get_global_size(2) + {g[2]});")
        lines.append("  ulong h = gl;" if self.hash_type == "ulong" else f"  {self.hash_type} h = ({self.hash_type})gl;")
        lines += [] if self.is_alone else self.group_setup()
        text = "\n".join(self.lines)
        if "lshared" in text:
            lines = ["  local int lshared[4];", *lines,
                     "  for (int i = lid; i < 4; i += ls) lshared[i] = 0;"]
        if "lcount" in text:
            lines = ["  local uint lcount[16];", *lines]
        for i, t in enumerate(self.local_types):
            if f"lm{i}[" in text:
                lines = [f"  local {name(t)} lm{i}[{LOCAL}];", *lines, f"  lm{i}[lid] = ({name(t)})(0);"]
        if "scratch[" in text:
            lines.append("  uint base = (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * "
                         "get_num_groups(0) + get_group_id(0)) * (uint)(%s);" % self.full_group())
        return "\n".join(lines) + "\n"

    def full_group(self):
        ask = "get_enqueued_local_size" if self.standard else "get_local_size"
        return " * ".join(f"{ask}({d})" for d in range(3))

    def text(self):
        r = self.r
        self.standard = bool(self.collectives) or self.chance(0.6)
        grids = launches(r, not self.standard or self.chance(0.3))
        required = ""
        if self.chance(0.15):
            grids = grids[:1] + [(grids[0][0], grids[0][1], (3, 0, 0))]
            required = f"__attribute__((reqd_work_group_size({', '.join(map(str, grids[0][1]))})))\n"
            if any(s % l for s, l in zip(*grids[0][:2])):
                required = ""
        if self.sub_group_size:
            required += f"__attribute__((intel_reqd_sub_group_size({self.sub_group_size})))\n"
        arguments = self.arguments()
        head = [f"//@ kernel {self.name}"] + [f"//@ arg {a}" for _, a in arguments]
        head += ["//@ options -cl-std=CL3.0"] if self.standard else []
        head += [f"//@ subgroups {self.sub_group_size}"] if self.sub_group_size else []
        head += ["//@ run " + " ".join(",".join(map(str, part)) for part in x) for x in grids]
        parameters = ",\n    ".join(p for p, _ in arguments)
        self.standard_parameters()
        return ("\n".join(head) + "\n" + PRELUDE + self.structures() +
                "".join(f.text for f in self.functions) +
                f"{required}kernel void {self.name}({parameters}) {{\n" + self.setup() +
                "\n".join(self.lines) + "\n  hashes[gl] = h;\n}\n")


def r3(what):
    i, s = f"get_{what}_id", f"get_{what}_size"
    return f"(int)(({i}(2) * {s}(1) + {i}(1)) * {s}(0) + {i}(0))"


def generate(seed, features=()):
    return Generator(seed, features).kernel()


if __name__ == "__main__":
    print(generate(int(sys.argv[1]), sys.argv[2:]).text)
