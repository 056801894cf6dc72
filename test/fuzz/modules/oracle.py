"""The result of a module of generator.py, in plain Python: integers are numbers from 0 on, floats
numpy.float32, vectors tuples, pointers pairs of a list and an index."""
import os
import sys

import numpy

sys.path.append(os.path.join(os.path.dirname(__file__), os.pardir, "kernels"))
from semantics import to_float  # noqa: E402 pylint: disable=wrong-import-position

numpy.seterr(all="ignore")


def signed(x, w):
    return x - (1 << w) if x >> (w - 1) else x


def clamped(x, low, high):
    return min(max(x, low), high)


def truncated(a, b):
    return -(-a // b) if a < 0 else a // b


BINARY = {   # of numbers a and b of w bits; what is above is cut
    "IAdd": lambda a, b, w: a + b,
    "ISub": lambda a, b, w: a - b,
    "IMul": lambda a, b, w: a * b,
    "BitwiseAnd": lambda a, b, w: a & b,
    "BitwiseOr": lambda a, b, w: a | b,
    "BitwiseXor": lambda a, b, w: a ^ b,
    "UDiv": lambda a, b, w: a // b,
    "UMod": lambda a, b, w: a % b,
    "SDiv": lambda a, b, w: truncated(signed(a, w), b),
    "SRem": lambda a, b, w: signed(a, w) - b * truncated(signed(a, w), b),
    "SMod": lambda a, b, w: signed(a, w) % b,
    "ShiftLeftLogical": lambda a, b, w: a << b,
    "ShiftRightLogical": lambda a, b, w: a >> b,
    "ShiftRightArithmetic": lambda a, b, w: signed(a, w) >> b,
    "IEqual": lambda a, b, w: a == b,
    "INotEqual": lambda a, b, w: a != b,
    "ULessThan": lambda a, b, w: a < b,
    "UGreaterThanEqual": lambda a, b, w: a >= b,
    "SLessThan": lambda a, b, w: signed(a, w) < signed(b, w),
    "SGreaterThan": lambda a, b, w: signed(a, w) > signed(b, w),
    "s_min": lambda a, b, w: min(signed(a, w), signed(b, w)),
    "u_max": lambda a, b, w: max(a, b),
    "s_add_sat": lambda a, b, w: clamped(signed(a, w) + signed(b, w), -(1 << (w - 1)), (1 << (w - 1)) - 1),
    "u_sub_sat": lambda a, b, w: max(a - b, 0),
    "rotate": lambda a, b, w: a << b % w | a >> (w - b % w),
    "s_mul_hi": lambda a, b, w: signed(a, w) * signed(b, w) >> w,
    "u_hadd": lambda a, b, w: (a + b) >> 1,
    "u_abs_diff": lambda a, b, w: abs(a - b),
}
UNARY = {    # of a number of v bits
    "Not": lambda a, v: ~a,
    "SNegate": lambda a, v: -a,
    "BitCount": lambda a, v: bin(a).count("1"),
    "UConvert": lambda a, v: a,
    "SConvert": signed,
}
FLOATS = {"FAdd": lambda a, b: a + b, "FSub": lambda a, b: a - b, "FMul": lambda a, b: a * b}


def from_float(op, x, w):
    low, high = (0, (1 << w) - 1) if op == "ConvertFToU" else (-(1 << (w - 1)), (1 << (w - 1)) - 1)
    if numpy.isnan(x):
        return 0
    return (high if x > 0 else low) if numpy.isinf(x) else clamped(int(x), low, high)


def to_float32(op, x, w):
    return numpy.float32(to_float("float", signed(x, w) if op == "ConvertSToF" else x))


class Oracle:
    def __init__(self, text):
        self.types, self.counts, self.type_of, self.constants = {}, {}, {}, {}
        self.blocks, label = {}, None
        for line in text.splitlines():
            words = line.split()
            result = words[0] if words[1:2] == ["="] else None
            op, *rest = words[2:] if result else words
            if op == "OpLabel":
                label, self.blocks[result] = result, []
            elif label:
                self.blocks[label].append((result, op[2:], rest))
            elif result:
                self.declared(result, op[2:], rest)
            if result and rest:
                self.type_of[result] = rest[0]

    def declared(self, result, op, rest):
        if op == "TypeInt":
            self.types[result] = "i", int(rest[0])
        elif op == "TypeFloat":
            self.types[result] = "f", 32
        elif op == "TypeVector":
            self.types[result], self.counts[result] = self.types[rest[0]], int(rest[1])
        elif op == "Constant":
            is_float = self.types[rest[0]][0] == "f"
            self.constants[result] = numpy.float32(rest[1]) if is_float else int(rest[1])
        elif op == "ConstantComposite":
            self.constants[result] = tuple(self.constants[x] for x in rest[1:])

    def width(self, value):
        """Of the numbers in a value, by its id."""
        return self.types.get(self.type_of[value], ("b", 1))[1]

    def run(self, item, numbers):
        """The work-item's result."""
        values = dict(self.constants)
        out = {}
        values.update({"%in": (numbers, 0), "%out": (out, 0), "%gid": ([(item, 0, 0)], 0)})
        before, label = None, "%entry"
        while True:
            following = None
            phis = {r: values[rest[rest.index(before) - 1]] for r, op, rest in self.blocks[label] if op == "Phi"}
            values.update(phis)
            for result, op, rest in self.blocks[label]:
                if op in ("Branch", "BranchConditional", "Switch"):
                    following = self.branch(values, op, rest)
                elif op == "Return":
                    return out[item]
                elif op == "Store":
                    memory, place = values[rest[0]]
                    memory[place] = values[rest[1]]
                elif op != "Phi" and result:
                    values[result] = self.value(values, op, *rest)
            before, label = label, following

    def branch(self, values, op, rest):
        if op == "Branch":
            return rest[0]
        if op == "BranchConditional":
            return rest[1] if values[rest[0]] else rest[2]
        cases = dict(zip(rest[2::2], rest[3::2]))
        return cases.get(str(values[rest[0]]), rest[1])

    def value(self, values, op, type_, *rest):
        """Of an instruction moving something; else of each component."""
        at = [values.get(x) for x in rest]
        if op == "Variable":      # the fuel, or an array, in which nothing is yet
            return ([values.get(rest[1])], 0) if rest[1] in values else ({}, 0)
        if op == "Load":
            memory, place = at[0]
            if isinstance(memory, dict) and place not in memory:
                return self.zero(type_)
            return int(memory[place]) if isinstance(memory, numpy.ndarray) else memory[place]
        if op in ("InBoundsPtrAccessChain", "InBoundsAccessChain"):
            return at[0][0], at[1]
        if op == "Select":
            return at[1] if at[0] else at[2]
        if op == "CompositeExtract":
            return at[0][int(rest[1])]
        if op == "CompositeConstruct":
            return tuple(at)
        if op == "VectorShuffle":
            return tuple((at[0] + at[1])[int(i)] for i in rest[2:])
        if op == "VectorExtractDynamic":
            return at[0][at[1]]
        if op == "VectorInsertDynamic":
            return at[0][:at[2]] + (at[1],) + at[0][at[2] + 1:]
        if op == "ExtInst":
            op, rest, at = rest[1], rest[2:], at[2:]
        if isinstance(at[0], tuple):
            return tuple(self.number(op, type_, self.width(rest[0]), *parts) for parts in zip(*at))
        return self.number(op, type_, self.width(rest[0]), *at)

    def zero(self, type_):
        """The initial contents of an array."""
        value = numpy.float32(0) if self.types[type_][0] == "f" else 0
        return (value,) * self.counts[type_] if type_ in self.counts else value

    def number(self, op, type_, source, *operands):
        width = self.types.get(type_, ("b", 1))[1]
        if op in FLOATS:
            return FLOATS[op](*operands)
        if op in ("ConvertUToF", "ConvertSToF"):
            return to_float32(op, operands[0], source)
        if op == "IsNan":
            return bool(numpy.isnan(operands[0]))
        if op == "Bitcast":
            return int(operands[0].view(numpy.uint32))
        if op in ("ConvertFToU", "ConvertFToS"):
            result = from_float(op, operands[0], width)
        elif op in UNARY:
            result = UNARY[op](operands[0], source)
        else:
            result = BINARY[op](*operands, source)
            if isinstance(result, bool):
                return result
        return result & ((1 << width) - 1)
