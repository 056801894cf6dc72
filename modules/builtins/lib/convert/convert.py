"""Explicit conversions (OpenCL C, "Explicit Conversions") to one destination type:
convert.py <type> integer|float|half [sat]. All source types of a kind, widths and rounding modes.

Integer to integer: the value modulo 2^n, or clamped with _sat.
Floating to integer: rounded to an integral value in the mode (default: toward zero), then
converted; with _sat values out of range are clamped, NaN gives 0.
To a floating type: the default and _rte are the hardware's conversion. The other modes start
from a value at or next to the result, and step by one unit in the last place where the mode
asks for it:
* from integers, the magnitude is cut to the significand's width and so converts exactly;
* from double to float, the nearest float is compared with the source.
To half in these modes, and from double, memory/half.h converts. Integers beyond all halves are cut
before they become floats, exact ones then. From half everything goes by float, exactly.
"""
import sys

from ocl_types import (BITS, FLOATS, INTEGERS, MANTISSA, REALS, WIDTHS, constants, convert,
                       is_signed, signed_of, unsigned_of, vector)

MODES = ("", "_rte", "_rtz", "_rtp", "_rtn")
ROUND = {"": "trunc", "_rtz": "trunc", "_rte": "rint", "_rtp": "ceil", "_rtn": "floor"}


def mask(condition, source, target, n):
    """A comparison of `source` lanes as the condition of ?: over `target` lanes."""
    if n == 1 or BITS[source] == BITS[target]:
        return condition
    return convert(condition, signed_of(target), n)


def integer_to_integer(s, d, n, saturate):
    if not saturate:
        return f"return {convert('x', d, n)};"
    (s_low, s_high), v = range_of(s), vector(s, n)
    d_low, d_high = range_of(d)
    low, high = constants(d)
    value = "x"
    if s_low < d_low:
        value = f"__builtin_elementwise_max({value}, ({v})({low}))"
    if s_high > d_high:
        value = f"__builtin_elementwise_min({value}, ({v})({high}))"
    return f"return {convert(value, d, n)};"


def range_of(t):
    bits = BITS[t]
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if is_signed(t) else (0, (1 << bits) - 1)


def float_to_integer(s, d, n, mode, saturate):
    v, w = vector(s, n), vector(d, n)
    # The conversion itself goes toward zero.
    rounded = "x" if ROUND[mode] == "trunc" else f"__builtin_elementwise_{ROUND[mode]}(x)"
    if not saturate:
        return f"return {convert(rounded, d, n)};"
    low, high = range_of(d)
    low_name, high_name = constants(d)
    if BITS[d] <= MANTISSA[s]:
        # Both bounds are values of the source's type, so the source is clamped. The comparisons
        # are those of x86's maximum and minimum, and NaN goes to the lower bound.
        number = f"({mask('r == r', s, s, n)} ? r : ({v})0)" if is_signed(d) else "r"
        return (f"const {v} r = {rounded}; {v} c = {number}; "
                f"c = c > ({v}){float(low).hex()} ? c : ({v}){float(low).hex()}; "
                f"c = c < ({v}){float(high).hex()} ? c : ({v}){float(high).hex()}; "
                f"return {convert('c', d, n)};")
    # The first value too large is a power of two; so is the least value, or it is zero.
    return (f"const {v} r = {rounded}; {w} i = {convert('r', d, n)}; "
            f"i = {mask(f'r >= ({v}){float(high + 1).hex()}', s, d, n)} ? ({w})({high_name}) : i; "
            f"i = {mask(f'r <= ({v}){float(low).hex()}', s, d, n)} ? ({w})({low_name}) : i; "
            f"return {mask('x != x', s, d, n)} ? ({w})0 : i;")


def integer_to_float(s, d, n, mode):
    if mode in ("", "_rte") or BITS[s] < MANTISSA[d]:
        return f"return {convert('x', d, n)};"
    u, v, w = (vector(t, n) for t in (unsigned_of(s), s, d))
    negative = f"x < ({v})0" if is_signed(s) else f"({v})0 != ({v})0"
    upward = {"_rtz": "{0}0 != {0}0", "_rtp": "!({1})", "_rtn": "{1}"}[mode]
    condition = upward.format(f"({u})", negative)
    if mode == "_rtp" and n > 1:
        condition = f"~({negative})"
    d_unsigned = vector(unsigned_of(d), n)
    magnitude = (f"{negative} ? ({u})(({u})0 - __builtin_astype(x, {u})) : "
                 f"__builtin_astype(x, {u})" if is_signed(s) else "x")
    bits = BITS[s]
    return (
        f"const {u} m = {magnitude}; "
        # clz(m | 1) <= bits - 1; a magnitude within the width is not cut.
        f"const {u} zeros = __builtin_elementwise_clzg(({u})(m | ({u})1)); "
        f"const {u} cut = zeros < ({u}){bits - MANTISSA[d]} ? "
        f"({u}){bits - MANTISSA[d]} - zeros : ({u})0; "
        f"const {u} kept = (m >> cut) << cut; "
        f"const {u} up = (kept != m) & ({condition}) ? ({u})1 : ({u})0; "
        f"const {d_unsigned} f = __builtin_astype({convert('kept', d, n)}, {d_unsigned}) + "
        f"{convert('up', unsigned_of(d), n)}; "
        f"const {w} r = __builtin_astype(f, {w}); "
        f"return {mask(negative, s, d, n)} ? -r : r;")


def float_to_float(s, d, n, mode):
    if s == d:
        return "return x;"
    if d == "double" or mode in ("", "_rte"):
        return f"return {convert('x', d, n)};"
    v, i = vector(d, n), vector(signed_of(d), n)
    back = convert("f", s, n)
    # Away: the next float from zero; inward: the next toward zero. Infinity is one above the
    # largest float, so both steps work on the bits.
    away, inward = f"({i})1", f"({i})-1"
    zero = f"({vector(s, n)})0"
    steps = {"_rtz": [(f"__builtin_elementwise_abs({back}) > __builtin_elementwise_abs(x)", inward)],
             "_rtp": [(f"({back} < x) & (x > {zero})", away), (f"({back} < x) & (x < {zero})", inward)],
             "_rtn": [(f"({back} > x) & (x < {zero})", away), (f"({back} > x) & (x > {zero})", inward)]}
    text = f"const {v} f = {convert('x', d, n)}; {i} step = 0; "
    for condition, step in steps[mode]:
        text += f"step = {mask(condition, s, d, n)} ? {step} : step; "
    return text + f"return __builtin_astype(({i})(__builtin_astype(f, {i}) + step), {v});"


def to_half(s, n, mode):
    number = {"": 0, "_rte": 0, "_rtz": 1, "_rtp": 2, "_rtn": 3}[mode]
    if s in FLOATS and (s == "double" or number):
        return f"return {half_of_bits(f'toHalf(x, {number})', n)};"
    value = "x"
    if s in INTEGERS and BITS[s] > 16:
        v = vector(s, n)
        value = f"__builtin_elementwise_min(x, ({v})0x100000)"
        if is_signed(s):
            value = f"__builtin_elementwise_max({value}, ({v})-0x100000)"
    value = convert(value, "float", n)
    if not number:
        return f"return {convert(value, 'half', n)};"
    return f"return {half_of_bits(f'toHalf({value}, {number})', n)};"


def half_of_bits(value, n):
    return f"__builtin_astype({convert(value, 'ushort', n)}, {vector('half', n)})"


def from_half(d, n, mode, saturate):
    if d == "half":
        return "return h;"
    wide = f"const {vector('float', n)} x = {convert('h', 'float', n)}; "
    return wide + body("float", d, n, mode, saturate)


def body(s, d, n, mode, saturate):
    if s == "half":
        return from_half(d, n, mode, saturate)
    if d == "half":
        return to_half(s, n, mode)
    if d in INTEGERS:
        if s in INTEGERS:
            return integer_to_integer(s, d, n, saturate)
        return float_to_integer(s, d, n, mode, saturate)
    return integer_to_float(s, d, n, mode) if s in INTEGERS else float_to_float(s, d, n, mode)


def main():
    d, saturate = sys.argv[1], "sat" in sys.argv[3:]
    kind = sys.argv[2]
    assert not (saturate and d in REALS)
    print('#include "base.h"')
    if d == "half" and kind != "half":
        print('#define BODY "memory/half.h"\n#include "widths.h"')
    for s in {"integer": INTEGERS, "float": FLOATS, "half": ("half",)}[kind]:
        for n in WIDTHS:
            for mode in MODES:
                argument = "h" if s == "half" else "x"
                name = f"convert_{vector(d, n)}{'_sat' if saturate else ''}{mode}"
                print(f"BUILTIN {vector(d, n)} {name}({vector(s, n)} {argument}) "
                      f"{{ {body(s, d, n, mode, saturate)} }}")


main()
