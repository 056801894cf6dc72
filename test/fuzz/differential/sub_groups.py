"""Random statements about the work-items of a sub-group, and about local ids.

The ids start again at each sub-group and at each row of a group, so values like the work-item's
number are periodic: rows walked by a sub-group, places owned by it, tests on its id.
"""
from statements import Loop, Statements
from values import FLOATS, Input, T, UINT, literal

# Sub-groups of narrow elements, and shuffles, are extensions.
EXTENDED = "sub_group_types"
NARROW = ["char", "uchar", "short", "ushort"]
WIDE = ["int", "uint", "long", "ulong"]


class SubGroups(Statements):
    """Needs what Statements needs, and sub_group_size (0: none), features."""

    def choose_strips(self):
        """The rows walked by sub-groups or groups, end to end, and the places owned by sub-groups."""
        r, s = self.r, max(self.sub_group_size, 1)
        self.strips = Input("strips", self.random_base(), True, None)
        self.strip_length, self.strip_shift = r.randint(1, 70), r.choice([0, 0, 1, 3, 5])
        self.is_per_sub_group = self.sub_group_size != 0 and self.chance(0.7)
        self.place_type = self.random_base()
        self.place_stride = r.choice([s, s + 1, s + 5, max(s, 32), max(s, 40)])
        self.place_shift = r.choice([0, 0, 1, 7])

    # ---- expressions

    def group_indices(self):
        """Indices below 384, periodic in a group."""
        c, few = self.r.randrange(1, 9), self.r.randrange(1, 6)
        forms = ["lx", "ly", "lz", f"(lid % {c})", f"(lid / {c})", f"(lx % {c})", "(ly * 5 + lx % 64)",
                 f"(lx & {self.r.choice([3, 7, 15, 31])})"]
        if self.sub_group_size:
            forms += ["sl", "sl", f"(sl + {c})", f"(sg * {few} + sl)", f"(sg * {few} + sl)", "(sg * sm + sl)",
                      f"(sl * {min(few, 4)} + sg)", f"(lid - sl + {c})", f"((sl ^ {c}) + sg)",
                      f"(sg * 3 + (sl & 3))", f"(sm - 1 - sl)", "sg"]
        return forms

    def group_conditions(self):
        c = self.r.randrange(1, 17)
        forms = ["(ly == 0)", f"(lx % {c} == 0)", f"(lid / {c} == 1)", "(ly < lx)"]
        if self.sub_group_size:
            forms += ["(sg == 0)", "(sl == 0)", f"(sl < {c})", "((sg & 1) != 0)", "(sl > sg)", f"(sg != {c & 3})",
                      f"(sl >= bounds[{c & 7}])", f"(sl * {c} < lid)"]
        return forms

    def sub_group_uniform(self):
        """An int below 4, the same for all work-items of a sub-group."""
        c = self.r.randrange(4)
        return self.r.choice([f"(sg & 3)", f"((sg + {c}) & 3)", f"((sg ^ bounds[{c}]) & 3)", f"(sg == {c})",
                              f"((sg * 5 >> 1) & 3)"])

    # ---- statements

    def walk_strip(self, _depth, uniform):
        """Along a row by the ids of a sub-group or of a group; lanes reach its end at different times."""
        r, i, p = self.r, self.fresh("i"), self.fresh("p")
        base, length = self.strips.base, self.strip_length
        self.declare_strip_pointer(p)
        first, step = ("sl", "sm") if self.is_per_sub_group else r.choice([("lid", "ls"), ("lx", "lsx")])
        count = r.choice([str(length)] * 3 + [f"min({length}, gi % 13)", f"({length} - bounds[{r.randrange(8)}])",
                                              f"min({length}, {first} * 3)"])
        t = T(base if base in FLOATS else "uint", 1)
        v = self.declare_variable(t, self.leaf(t))
        start, stop = f"int {i} = {first}", f"{i} < {count}"
        if self.chance(0.3):
            self.add(f"{start};")
            self.add(f"while ({stop}) {{")
            tail = f"{i} += {step};"
        else:
            self.add(f"for ({start}; {stop}; {i} += {step}) {{")
            tail = ""
        for line in self.strip_steps(t, v, f"{p}[{i}]"):
            self.add("  " + line)
        if tail:
            self.add("  " + tail)
        self.add("}")
        if uniform and self.is_per_sub_group and self.chance(0.7):
            # Devices differ in the bits of not-a-number.
            bits = {"float": f"as_uint({v})", "double": f"(uint)as_ulong({v})", "half": f"(uint)as_ushort({v})"}
            bits = f"({v} != {v} ? 7u : {bits[t.base]})" if t.base in FLOATS else v
            self.declare_variable(UINT, f"sub_group_reduce_{r.choice(['add', 'add', 'max'])}({bits})")

    def declare_strip_pointer(self, p):
        """To the row of the work-item's sub-group or group, perhaps moved in two steps."""
        row = f"(gg * nsg + sg) * {self.strip_length}" if self.is_per_sub_group else f"gg * {self.strip_length}"
        shift = f" + {self.strip_shift}" if self.strip_shift else ""
        if self.chance(0.5):
            return self.add(f"global const {self.strips.base} *{p} = strips + {row}{shift};")
        self.add(f"global const {self.strips.base} *{p} = strips{shift};")
        self.add(f"{p} += {row};")

    def strip_steps(self, t, v, text):
        r = self.r
        guard = f"if {self.condition(1)} " if self.chance(0.15) else ""
        if t.base in FLOATS:
            steps = [f"{guard}{v} = {v} * {literal(t.base, r.choice([0.5, 1.0, -0.25]))} + {text};"]
        else:
            steps = [f"{guard}{v} = {v} * {r.choice([1, 3, 31])}u {r.choice('+^-')} (uint){text};"]
        if self.chance(0.15):
            limit = literal(self.strips.base, r.choice([1, 5, 100]))
            steps.append(f"if ({text} > {limit}) break;")
        return steps

    def own_place(self):
        shift = f" + {self.place_shift}" if self.place_shift else ""
        return f"places[(gg * nsg + sg) * {self.place_stride}{shift} + sl]"

    def use_place(self):
        """The element of a work-item by its number in the sub-group."""
        t = T(self.place_type, 1)
        if not self.sub_group_size:
            return self.assign()
        if self.chance(0.25):
            return self.declare_variable(t, self.own_place())
        guard = f"if {self.condition(1)} " if self.chance(0.3) else ""
        self.add(f"{guard}{self.own_place()} = {self.expr(t, 2)};")

    def sub_group_control(self):
        """A loop or branch taken by all work-items of a sub-group, with sub-group functions inside."""
        u, j = self.sub_group_uniform(), self.fresh("j")
        kind = self.r.randrange(3)
        if kind == 0:
            self.add(f"if {u} {{")
        elif kind == 1:
            self.add(f"for (int {j} = 0; {j} < {u}; ++{j}) {{")
        else:
            self.add(f"for (int {j} = sg & 1; {j} < {self.r.randint(1, 4)}; {j} += 2) {{")
        self.loops.append(Loop(False, True))

        def body():
            mark = len(self.variables)
            self.collective("sub_group")
            self.statement(3, False)
            for v in self.variables[mark:]:
                self.fold(v.name, v.type)
        self.nested(body)
        self.loops.pop()
        self.add("}")

    def collective(self, prefix=None):
        """Reductions and scans of a group or sub-group; of integers: order does not matter."""
        prefix = prefix or self.r.choice(self.collectives)
        is_group = prefix == "work_group"
        extended = not is_group and EXTENDED in self.features
        t = T(self.r.choice(WIDE + (NARROW if extended else [])), 1)
        kind = self.r.randrange(6 if extended else 5)
        if kind == 0:
            t = T("int", 1)
            called = f"{self.r.choice(['all', 'any'])}({self.condition(2)})"
        elif kind == 1:
            at = f"(size_t){self.uniform()} % get_local_size(0), 0, 0" if is_group else \
                f"(uint){self.uniform()} % get_sub_group_size()"
            called = f"broadcast({self.expr(t, 2)}, {at})"
        elif kind == 2:
            called = f"reduce_{self.r.choice(['add', 'min', 'max'])}({self.expr(t, 2)})"
        elif kind == 5:
            t = T(self.r.choice(NARROW + WIDE + ["float", "double"] + ["half"] * self.has_half), 1)
            at = f"(uint){self.leaf(T('int', 1), loads=False)} % get_sub_group_size()"
            called = f"shuffle({self.expr(t, 2)}, {at})"
        else:
            scan = self.r.choice(["inclusive", "exclusive"])
            called = f"scan_{scan}_{self.r.choice(['add', 'min', 'max'])}({self.expr(t, 2)})"
        together = is_group and kind < 3 and t.base == "int"
        v = self.declare_variable(t, f"{prefix}_{called}", together, not together)
        if not is_group and t.base not in FLOATS and self.chance(0.4):
            ids = ["sl", "sg", "get_num_sub_groups()", "get_sub_group_size()"]
            self.fold(f"((uint){v} + (uint){self.r.choice(ids)})", UINT)

    # ---- the kernel's declarations

    def strip_arguments(self, text):
        """Pairs of a parameter's text and the case's line for it, for the parameters used in `text`."""
        r, result = self.r, []
        sub_groups = f"G*((L+{self.sub_group_size}-1)//{self.sub_group_size})" if self.sub_group_size else "G"
        if "strips" in text:
            rows = sub_groups if self.is_per_sub_group else "G"
            result.append((f"global const {self.strips.base} *strips",
                           f"strips {self.strips.base} {rows}*{self.strip_length}+{self.strip_shift} "
                           f"{r.choice(['small', 'small', 'random'])} {r.randrange(1000)}"))
        if "places" in text:
            result.append((f"global {self.place_type} *places",
                           f"places {self.place_type} {sub_groups}*{self.place_stride}+{self.place_shift} "
                           f"small {r.randrange(1000)}"))
        return result

    def group_setup(self):
        lines = ["  int ly = (int)get_local_id(1), lz = (int)get_local_id(2), lsx = (int)get_local_size(0);",
                 "  int gg = (int)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + "
                 "get_group_id(0));"]
        if self.sub_group_size:
            lines += ["  int sg = (int)get_sub_group_id(), sl = (int)get_sub_group_local_id();",
                      "  int sm = (int)get_max_sub_group_size(), nsg = (int)get_enqueued_num_sub_groups();"]
        return lines
