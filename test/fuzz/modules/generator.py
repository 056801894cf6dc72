"""Random modules of kernels in SPIR-V's assembly: any control flow, any widths of integers.

Every block begins with phis of all slots (values of fixed types), computes some of them anew, and
ends with a branch to any other blocks: live values cross every edge, so any graph is valid, also
loops with several entries. Edges leading back use up fuel, and each work-item has little of it.
Nothing is undefined: divisors are odd and positive, shifts and indices fit, conversions of floats
saturate.
"""
import random
from collections import namedtuple

T = namedtuple("T", "kind width count")      # kind: i, f; count: 1 for scalars
WIDTHS = (8, 16, 32, 64)
HEADER = """OpCapability Addresses
OpCapability Kernel
OpCapability Int8
OpCapability Int16
OpCapability Int64
OpCapability Vector16
OpCapability ArbitraryPrecisionIntegersINTEL
OpExtension "SPV_INTEL_arbitrary_precision_integers"
%std = OpExtInstImport "OpenCL.std"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %test "test" %gid
OpDecorate %gid BuiltIn GlobalInvocationId
"""
BINARY = ("IAdd", "ISub", "IMul", "BitwiseAnd", "BitwiseOr", "BitwiseXor")
DIVISIONS = ("UDiv", "SDiv", "UMod", "SRem", "SMod")
SHIFTS = ("ShiftLeftLogical", "ShiftRightLogical", "ShiftRightArithmetic")
COMPARISONS = ("IEqual", "INotEqual", "ULessThan", "SLessThan", "UGreaterThanEqual", "SGreaterThan")
EXTENDED = ("s_min", "u_max", "s_add_sat", "u_sub_sat", "rotate", "s_mul_hi", "u_hadd", "u_abs_diff")
BOOL, U64, FLOAT = T("b", 1, 1), T("i", 64, 1), T("f", 32, 1)
SIZE = 8                                     # of the private array


class Module:
    def __init__(self, seed):
        self.r, self.number, self.body = random.Random(seed), 0, []
        self.types, self.constants, self.saturating, self.declarations = {}, {}, [], []
        odd = self.r.sample([w for w in range(2, 64) if w not in WIDTHS], 3)
        widths = [*WIDTHS, *odd]
        self.slots = [U64, FLOAT] + [self.random_type(widths) for _ in range(self.r.randrange(4, 9))]

    def random_type(self, widths):
        count = self.r.choice((1, 1, 1, 2, 3, 4, 8))
        return T("f", 32, count) if self.r.random() < 0.15 else T("i", self.r.choice(widths), count)

    # ---- ids

    def new(self):
        self.number += 1
        return f"%x{self.number}"

    def type(self, t):
        if t not in self.types:
            if t.count > 1:
                text = f"OpTypeVector {self.type(T(t.kind, t.width, 1))} {t.count}"
            else:
                text = {"i": f"OpTypeInt {t.width} 0", "f": "OpTypeFloat 32", "b": "OpTypeBool"}[t.kind]
            self.types[t] = self.new()
            self.declarations.append(f"{self.types[t]} = {text}")
        return self.types[t]

    def declare(self, key, text):
        """One of a kind."""
        if key not in self.constants:
            name = self.new()
            self.declarations.append(f"{name} = {text}")
            self.constants[key] = name
        return self.constants[key]

    def constant(self, t, value):
        if t.count > 1:
            part = self.constant(T(t.kind, t.width, 1), value)
            return self.declare((t, value), f"OpConstantComposite {self.type(t)}{(' ' + part) * t.count}")
        if t.kind == "i":
            value &= (1 << t.width) - 1
        return self.declare((t, value), f"OpConstant {self.type(t)} {value}")

    def emit(self, t, op, *operands):
        name = self.new()
        self.body.append(f"{name} = Op{op} {self.type(t)} {' '.join(map(str, operands))}")
        return name

    def say(self, op, *operands):
        self.body.append(f"Op{op} {' '.join(map(str, operands))}")

    # ---- values

    def literal(self, t):
        if t.kind == "f":
            return self.constant(t, self.r.choice((0.0, 1.0, -2.5, 1024.0, -65537.0, 2.0 ** 100)))
        high = 1 << (t.width - 1)
        return self.constant(t, self.r.choice((0, 1, 2, high, high - 1, 2 * high - 1,
                                               self.r.getrandbits(t.width))))

    def pick(self, values, t):
        """A value of the type: a slot of it, another slot made to it, or a constant."""
        same = [v for v, s in zip(values, self.slots) if s == t]
        if same and self.r.random() < 0.6:
            return self.r.choice(same)
        if self.r.random() < 0.2:
            return self.literal(t)
        i = self.r.randrange(len(values))
        return self.converted(t, self.slots[i], values[i])

    def converted(self, t, source, value):
        """From any type to any: vectors are cut or filled up with their first component."""
        if source.count != t.count:
            scalar = T(source.kind, source.width, 1)
            parts = [value] if source.count == 1 else \
                [self.emit(scalar, "CompositeExtract", value, i) for i in range(source.count)]
            parts = (parts + [parts[0]] * t.count)[:t.count]
            source = T(source.kind, source.width, t.count)
            value = parts[0] if t.count == 1 else self.emit(source, "CompositeConstruct", *parts)
        if source.kind == t.kind and source.width == t.width:
            return value
        if source.kind == "i" and t.kind == "i":
            return self.emit(t, self.r.choice(("UConvert", "SConvert")), value)
        if t.kind == "f":
            return self.emit(t, self.r.choice(("ConvertUToF", "ConvertSToF")), value)
        result = self.emit(t, self.r.choice(("ConvertFToU", "ConvertFToS")), value)
        self.saturating.append(result)
        return result

    def condition(self, values):
        t = self.r.choice([s for s in self.slots if s.kind == "i"])
        t = T("i", t.width, 1)
        return self.emit(BOOL, self.r.choice(COMPARISONS), self.pick(values, t), self.pick(values, t))

    def index(self, values, count):
        value = self.pick(values, U64)
        return self.emit(U64, "UMod", value, self.constant(U64, count))

    def computed(self, values, t):
        a, b = self.pick(values, t), self.pick(values, t)
        kind = self.r.randrange(10)
        if kind == 0:
            return self.emit(t, "Select", self.condition(values), a, b) if t.count == 1 else a
        if kind == 1 and t.count > 1:
            order = [self.r.randrange(2 * t.count) for _ in range(t.count)]
            return self.emit(t, "VectorShuffle", a, b, *order)
        if kind == 2 and t.count > 1:
            scalar, i = T(t.kind, t.width, 1), self.index(values, t.count)
            part = self.emit(scalar, "VectorExtractDynamic", a, i)
            return self.emit(t, "VectorInsertDynamic", b, part, self.index(values, t.count))
        if kind == 3:
            return self.through_memory(values, t, a, b)
        if t.kind == "f":
            return self.emit(t, self.r.choice(("FAdd", "FSub", "FMul")), a, b)
        if kind == 4:
            mask = self.constant(t, (1 << (t.width - 1)) - 1)
            odd = self.emit(t, "BitwiseOr", self.emit(t, "BitwiseAnd", b, mask), self.constant(t, 1))
            # Of 2 bits the only odd and positive one.
            return self.emit(t, self.r.choice(DIVISIONS), a, odd)
        if kind == 5:
            amount = self.emit(t, "UMod", b, self.constant(t, t.width))
            return self.emit(t, self.r.choice(SHIFTS), a, amount)
        if kind == 6 and t.width in WIDTHS:
            return self.emit(t, "ExtInst", "%std", self.r.choice(EXTENDED), a, b)
        if kind == 7:
            return self.emit(t, self.r.choice(("Not", "SNegate", "BitCount")), a)
        return self.emit(t, self.r.choice(BINARY), a, b)

    def through_memory(self, values, t, a, b):
        """Into an array of structures, and out of it again, mostly of another element."""
        pair = self.declare(("pair", t), f"OpTypeStruct {self.type(T('i', 16, 1))} {self.type(t)}")
        size = self.constant(T("i", 32, 1), SIZE)
        array = self.declare(("array", t), f"OpTypeArray {pair} {size}")
        whole = self.declare(("to array", t), f"OpTypePointer Function {array}")
        part = self.declare(("to", t), f"OpTypePointer Function {self.type(t)}")
        variable = self.constants.setdefault(("variable", t), f"%v{len(self.constants)}")
        self.variables[variable] = (whole, self.declare(("zero", t), f"OpConstantNull {array}"))
        one = self.constant(T("i", 32, 1), 1)
        for value in (a, b, None):
            i, place = self.index(values, SIZE), self.new()
            self.body.append(f"{place} = OpInBoundsAccessChain {part} {variable} {i} {one}")
            if value:
                self.say("Store", place, value)
        return self.emit(t, "Load", place)

    # ---- control flow

    def make(self):
        """The text."""
        self.variables, self.blocks, self.incoming = {}, {}, {}
        count = self.r.randrange(3, 12)
        self.labels = [f"%b{i}" for i in range(count)] + ["%end"]
        phis = {label: [self.new() for _ in self.slots] for label in self.labels}
        start = self.begin()
        for i, label in enumerate(self.labels[:-1]):
            self.body, values = [], list(phis[label])
            for _ in range(self.r.randrange(1, 6)):
                s = self.r.randrange(len(self.slots))
                values[s] = self.computed(values, self.slots[s])
            names = [self.edge(i, target, values) for target in self.targets(i, count)]
            self.branch(values, names)
            self.blocks[label] = self.body, names
        self.end(phis["%end"])
        return self.written(start, phis)

    def targets(self, i, count):
        """Blocks, or the end (count). One of them comes later."""
        targets = {self.r.randrange(i + 1, count + 1)}
        for _ in range(self.r.choice((0, 1, 1, 2, 3))):
            targets.add(self.r.randrange(count + 1))
        return self.r.sample(sorted(targets), len(targets))

    def edge(self, i, target, values):
        """A block of its own; it takes fuel if it leads back."""
        name, outer, to = f"%e{i}_{target}", self.body, self.labels[target]
        self.body, leads = [], [to]
        if target <= i:
            u32 = T("i", 32, 1)
            left = self.emit(u32, "ISub", self.emit(u32, "Load", "%fuel"), self.constant(u32, 1))
            self.say("Store", "%fuel", left)
            self.say("BranchConditional", self.emit(BOOL, "IEqual", left, self.constant(u32, 0)), "%end", to)
            leads.append("%end")
        else:
            self.say("Branch", to)
        self.blocks[name] = self.body, leads
        self.incoming[name] = values
        self.body = outer
        return name

    def branch(self, values, names):
        if len(names) == 1:
            return self.say("Branch", names[0])
        if len(names) == 2:
            return self.say("BranchConditional", self.condition(values), *names)
        t = T("i", self.r.choice([s.width for s in self.slots if s.kind == "i"]), 1)
        cases = self.r.sample(range(4), len(names) - 1)
        low = self.emit(t, "BitwiseAnd", self.pick(values, t), self.constant(t, 3))
        return self.say("Switch", low, names[0], *(f"{c} {n}" for c, n in zip(cases, names[1:])))

    def begin(self):
        """The kernel's parameters, and the slots' first values, from memory."""
        v3, u64 = self.type(T("i", 64, 3)), self.type(U64)
        pointer = self.declare("input", f"OpTypePointer Input {v3}")
        buffer = self.declare("buffer", f"OpTypePointer CrossWorkgroup {u64}")
        void = self.declare("void", "OpTypeVoid")
        function = self.declare("function", f"OpTypeFunction {void} {buffer} {buffer}")
        self.declare("gid", f"OpVariable {pointer} Input")
        self.declarations[-1] = f"%gid = OpVariable {pointer} Input"
        self.body, values = [], []
        self.item = self.emit(U64, "CompositeExtract", self.emit(T("i", 64, 3), "Load", "%gid"), 0)
        for t in self.slots:
            at = self.emit(U64, "IAdd", self.item, self.constant(U64, len(values) * 5))
            place = self.new()
            self.body.append(f"{place} = OpInBoundsPtrAccessChain {buffer} %in {at}")
            values.append(self.converted(t, U64, self.emit(U64, "Load", place)))
        self.say("Branch", "%b0")
        self.blocks["%entry"], self.incoming["%entry"] = (self.body, ["%b0"]), values
        return void, function, buffer

    def end(self, values):
        """A checksum of all slots."""
        self.body, total = [], self.constant(U64, 0)
        for t, value in zip(self.slots, values):
            scalar = T(t.kind, t.width, 1)
            for i in range(t.count):
                part = value if t.count == 1 else self.emit(scalar, "CompositeExtract", value, i)
                total = self.emit(U64, "IMul", total, self.constant(U64, 0x9E3779B97F4A7C15))
                total = self.emit(U64, "IAdd", total, self.bits(scalar, part))
        place = self.new()
        self.body.append(f"{place} = OpInBoundsPtrAccessChain {self.constants['buffer']} %out {self.item}")
        self.say("Store", place, total)
        self.say("Return")
        self.blocks["%end"] = self.body, []

    def bits(self, t, value):
        """As a number of 64 bits. Any NaN is as good as another one."""
        if t.kind == "f":
            u32 = T("i", 32, 1)
            is_nan = self.emit(BOOL, "IsNan", value)
            value = self.emit(u32, "Select", is_nan, self.constant(u32, 7), self.emit(u32, "Bitcast", value))
            t = u32
        return value if t.width == 64 else self.emit(U64, "UConvert", value)

    def order(self):
        """Reached blocks, each after its dominators: reverse postorder."""
        done, seen, path = [], {"%entry"}, [("%entry", iter(self.blocks["%entry"][1]))]
        while path:
            label, left = path[-1]
            following = next((x for x in left if x not in seen), None)
            if following is None:
                done.append(label)
                path.pop()
            else:
                seen.add(following)
                path.append((following, iter(self.blocks[following][1])))
        return done[::-1]

    def written(self, start, phis):
        void, function, buffer = start
        u32 = T("i", 32, 1)
        to_u32 = self.declare(("to fuel", u32), f"OpTypePointer Function {self.type(u32)}")
        self.variables["%fuel"] = (to_u32, self.constant(u32, self.r.randrange(3, 30)))
        text = [f"%test = OpFunction {void} None {function}", f"%in = OpFunctionParameter {buffer}",
                f"%out = OpFunctionParameter {buffer}"]
        order = self.order()
        for label in order:
            text.append(f"{label} = OpLabel")
            if label == "%entry":
                text += [f"{v} = OpVariable {t} Function {c}" for v, (t, c) in self.variables.items()]
            before = [x for x in order if label in self.blocks[x][1]]
            for s, result in enumerate(phis.get(label, ())):
                pairs = " ".join(f"{self.incoming[x][s]} {x}" for x in before)
                text.append(f"{result} = OpPhi {self.type(self.slots[s])} {pairs}")
            text += self.blocks[label][0]
        made = {line.split(" ", 1)[0] for line in text}
        decorations = [f"OpDecorate {x} SaturatedConversion" for x in self.saturating if x in made]
        return HEADER + "\n".join([*decorations, *self.declarations, *text, "OpFunctionEnd"]) + "\n"
