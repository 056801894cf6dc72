#!/usr/bin/env python3
"""Makes the functions for the accuracy test: wrappers.cl, an OpenCL C function over arrays around
each builtin under test; and wrappers.inc, the table of them for C++.

Every wrapper is   void w_N(ulong count, out, out2, a, b, c)   over flat arrays of elements;
count is in vectors. The table has, for each, the builtin's name, its types and its width.
The builtins are called through Clang's own declarations, as programs call them.

  wrappers.py <output folder>
"""
import os
import sys

from ocl_types import (ALL, BITS, FLOATS, INTEGERS, REALS, SIGNED, WIDTHS, signed_of, unsigned_of,
                       vector, wider)

MATH_WIDTHS = (1, 3, 16)
UNARY = """acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erfc erf
exp exp2 exp10 expm1 fabs floor lgamma log log2 log10 log1p logb rint round rsqrt sin sinh sinpi
sqrt tan tanh tanpi tgamma trunc""".split()
BINARY = """atan2 atan2pi copysign fdim fmax fmin fmod hypot maxmag minmag nextafter pow powr
remainder""".split()
NATIVE = """cos exp exp2 exp10 log log2 log10 rsqrt sin sqrt tan recip""".split()


class Writer:
    def __init__(self):
        self.code, self.rows = [], []

    def add(self, name, width, result, arguments, second=None):
        """A wrapper of result name(arguments…[, second *])."""
        number = len(self.rows)
        lines = [f"void w_{number}(ulong count, __global void *out, __global void *out2, "
                 "const __global void *a, const __global void *b, const __global void *c) {",
                 "  for (ulong i = 0; i < count; ++i) {"]
        names = []
        for source, (t, scalar) in zip("abc", arguments):
            n = 1 if scalar else width
            v = vector(t, n)
            pointer = f"(const __global {t} *){source}"
            value = f"({pointer})[i]" if n == 1 else f"vload{n}(i, {pointer})"
            lines.append(f"    {v} x{source} = {value};")
            names.append(f"x{source}")
        if second:
            lines.append(f"    {vector(second, width)} s;")
            names.append("&s")
        scalar_result = result.startswith("=")
        n = 1 if scalar_result else width
        result = result.lstrip("=")
        lines.append(f"    {vector(result, n)} r = {name}({', '.join(names)});")
        lines.append(self.store("r", result, n, "out"))
        if second:
            lines.append(self.store("s", second, width, "out2"))
        self.code.append("\n".join(lines) + "\n  }\n}\n")
        types = " ".join(t for t, _ in arguments)
        self.rows.append(f'WRAPPER({number}, "{name}", "{result}", "{types}", {width})')

    @staticmethod
    def store(value, t, n, target):
        pointer = f"(__global {t} *){target}"
        return f"    ({pointer})[i] = {value};" if n == 1 else f"    vstore{n}({value}, i, {pointer});"


def math(w):
    for t in REALS:
        for n in MATH_WIDTHS if t != "half" else (1, 16):
            f = (t, False)
            i = ("int", False)
            for name in UNARY:
                w.add(name, n, t, [f])
            for name in BINARY:
                w.add(name, n, t, [f, f])
            for name in ("fma", "mad", "clamp", "mix", "smoothstep"):
                w.add(name, n, t, [f, f, f])
            for name in ("max", "min", "step"):
                w.add(name, n, t, [f, f])
            for name in ("degrees", "radians", "sign"):
                w.add(name, n, t, [f])
            for name in ("ldexp", "pown", "rootn"):
                w.add(name, n, t, [f, i])
            w.add("ilogb", n, "int", [f])
            w.add("nan", n, t, [(unsigned_of(t), False)])
            for name in ("modf", "fract", "sincos"):
                w.add(name, n, t, [f], second=t)
            for name in ("frexp", "lgamma_r"):
                w.add(name, n, t, [f], second="int")
            w.add("remquo", n, t, [f, f], second="int")
            if t == "float":
                for name in NATIVE:
                    w.add("native_" + name, n, t, [f])
                    w.add("half_" + name, n, t, [f])
                for name in ("native_divide", "half_divide", "native_powr", "half_powr"):
                    w.add(name, n, t, [f, f])
            if n <= 3:
                w.add("length", n, "=" + t, [f])
                w.add("normalize", n, t, [f])
                w.add("distance", n, "=" + t, [f, f])
                w.add("dot", n, "=" + t, [f, f])
            if n == 1:  # the geometric functions have widths of their own
                w.add("normalize", 2, t, [f])
                w.add("normalize", 4, t, [f])
            if n == 3:
                w.add("cross", n, t, [f, f])


def integer(w):
    for t in INTEGERS:
        for n in (1, 4):
            v = (t, False)
            w.add("abs", n, unsigned_of(t), [v])
            w.add("abs_diff", n, unsigned_of(t), [v, v])
            for name in ("add_sat", "sub_sat", "hadd", "rhadd", "rotate", "mul_hi", "max", "min"):
                w.add(name, n, t, [v, v])
            for name in ("mad_hi", "mad_sat", "clamp", "bitselect"):
                w.add(name, n, t, [v, v, v])
            for name in ("clz", "ctz", "popcount"):
                w.add(name, n, t, [v])
            w.add("select", n, t, [v, v, (signed_of(t), False)])
            if BITS[t] == 32:
                w.add("mul24", n, t, [v, v])
                w.add("mad24", n, t, [v, v, v])
            if BITS[t] < 64:
                w.add("upsample", n, wider(t), [v, (unsigned_of(t), False)])
            if t in SIGNED:
                w.add("any", n, "=int", [v])
                w.add("all", n, "=int", [v])


def relational(w):
    for t in FLOATS:
        for n in (1, 4):
            f, result = (t, False), "int" if n == 1 else signed_of(t)
            for name in ("isequal", "isnotequal", "isgreater", "isgreaterequal", "isless",
                         "islessequal", "islessgreater", "isordered", "isunordered"):
                w.add(name, n, result, [f, f])
            for name in ("isfinite", "isinf", "isnan", "isnormal", "signbit"):
                w.add(name, n, result, [f])


def conversions(w):
    for d in ALL:
        for s in ALL:
            for n in (1, 3, 4):
                for saturate in ("", "_sat") if d in INTEGERS else ("",):
                    for mode in ("", "_rte", "_rtz", "_rtp", "_rtn"):
                        w.add(f"convert_{vector(d, n)}{saturate}{mode}", n, d, [(s, False)])


def halves(w):
    """vload_half and vstore_half, each value at index 0 of its own place."""
    for n in WIDTHS:
        for a in ("", "a") if n > 1 else ("",):
            suffix = "" if n == 1 else str(n)
            stride = 4 if a and n == 3 else n
            number = len(w.rows)
            v = vector("float", n)
            target = f"(const __global half *)a + i * {stride}"
            w.code.append(
                f"void w_{number}(ulong count, __global void *out, __global void *out2, "
                "const __global void *a, const __global void *b, const __global void *c) {\n"
                f"  for (ulong i = 0; i < count; ++i) {{ {v} r = vload{a}_half{suffix}(0, {target});"
                + Writer.store("r", "float", n, "out") + " }\n}\n")
            w.rows.append(f'WRAPPER({number}, "vload{a}_half", "float", "half", {n})')
            for t in FLOATS:
                for mode in ("", "_rte", "_rtz", "_rtp", "_rtn"):
                    halves_store(w, t, n, a, suffix, stride, mode)


def halves_store(w, t, n, a, suffix, stride, mode):
    number = len(w.rows)
    pointer = f"(const __global {t} *)a"
    value = f"({pointer})[i]" if n == 1 else f"vload{n}(i, {pointer})"
    w.code.append(
        f"void w_{number}(ulong count, __global void *out, __global void *out2, "
        "const __global void *a, const __global void *b, const __global void *c) {\n"
        f"  for (ulong i = 0; i < count; ++i) vstore{a}_half{suffix}{mode}({value}, 0, "
        f"(__global half *)out + i * {stride});\n}}\n")
    w.rows.append(f'WRAPPER({number}, "vstore{a}_half{mode}", "half", "{t}", {n})')


def shuffles(w):
    for t in ("uchar", "int", "double"):
        mask = (unsigned_of(t), False)
        w.add("shuffle", 4, t, [(t, False), mask])
        w.add("shuffle2", 4, t, [(t, False), (t, False), mask])


def main():
    folder = sys.argv[1]
    w = Writer()
    for part in (math, integer, relational, conversions, halves, shuffles):
        part(w)
    with open(os.path.join(folder, "wrappers.cl"), "w") as file:
        for name in ("cl_khr_fp16", "cl_khr_fp64"):
            file.write(f"#pragma OPENCL EXTENSION {name} : enable\n")
        file.write("\n".join(w.code))
    with open(os.path.join(folder, "wrappers.inc"), "w") as file:
        file.write("\n".join(w.rows) + "\n")


main()
