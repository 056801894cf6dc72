"""Integer builtins (OpenCL C, "Integer Functions"): prints the unit of one function, for all
integer types and widths. Each body is a function of the scalar type and the width."""
import sys

from ocl_types import (ALL, BITS, INTEGERS, WIDTHS, constants, convert, is_signed, signed_of,
                       unsigned_of, vector, wider)


def absolute(t, n):
    u = vector(unsigned_of(t), n)
    value = f"__builtin_astype(__builtin_elementwise_abs(x), {u})" if is_signed(t) else "x"
    return [(u, "x", value)]


def abs_diff(t, n):
    u = vector(unsigned_of(t), n)
    a, b = (f"__builtin_astype({v}, {u})" for v in "xy")
    difference = f"x > y ? ({u})({a} - {b}) : ({u})({b} - {a})"
    return [(u, "xy", difference)]


def binary(builtin):
    return lambda t, n: [(vector(t, n), "xy", f"{builtin}(x, y)")]


def hadd(t, n):
    return [(vector(t, n), "xy", "(x & y) + ((x ^ y) >> 1)")]


def rhadd(t, n):
    return [(vector(t, n), "xy", "(x | y) - ((x ^ y) >> 1)")]


def unary(builtin):
    return lambda t, n: [(vector(t, n), "x", f"{builtin}(x)")]


def count_zeros(builtin):
    return lambda t, n: [(vector(t, n), "x", f"{builtin}(x, ({vector(t, n)}){BITS[t]})")]


def rotate(t, n):
    v, u = vector(t, n), vector(unsigned_of(t), n)
    a, s = f"__builtin_astype(x, {u})", f"__builtin_astype(y, {u})"
    return [(v, "xy", f"__builtin_astype(__builtin_elementwise_fshl({a}, {a}, {s}), {v})")]


def product_high(t, n):
    """C for the high half of x * y; 64-bit types go through highHalf()."""
    if BITS[t] == 64:
        return "highHalf(x, y)"
    w = wider(t)
    product = f"({convert('x', w, n)} * {convert('y', w, n)}) >> {BITS[t]}"
    return convert(product, t, n)


def mul_hi(t, n):
    return [(vector(t, n), "xy", product_high(t, n))]


def mad_hi(t, n):
    v, u = vector(t, n), vector(unsigned_of(t), n)
    # The sum wraps: unsigned arithmetic.
    value = f"__builtin_astype(({u})(__builtin_astype(p, {u}) + __builtin_astype(z, {u})), {v})"
    return [(v, "xyz", f"const {v} p = {product_high(t, n)}; return {value}")]


def mad_sat(t, n):
    v = vector(t, n)
    if BITS[t] == 64:
        return [(v, "xyz", "saturatedSum(highHalf(x, y), x, y, z)")]
    w = wider(t)
    wide, (low, high) = vector(w, n), constants(t)
    x, y, z = (convert(name, w, n) for name in "xyz")
    clamped = (f"__builtin_elementwise_max(__builtin_elementwise_min(s, ({wide}){high}), "
               f"({wide}){low})")
    return [(v, "xyz", f"const {wide} s = {x} * {y} + {z}; return {convert(clamped, t, n)}")]


def mixed(builtin):
    """min and max: of integers (floats are in lib/common), the second operand may be a scalar."""
    def body(t, n):
        v = vector(t, n)
        rows = [(v, "xy", f"{builtin}(x, y)")]
        if n > 1:
            rows.append((v, "xY", f"{builtin}(x, ({v})y)"))
        return rows
    return body


def clamp(t, n):
    v = vector(t, n)
    value = "__builtin_elementwise_min(__builtin_elementwise_max(x, {0}y), {0}z)"
    rows = [(v, "xyz", value.format(""))]
    if n > 1:
        rows.append((v, "xYZ", value.format(f"({v})")))
    return rows


def multiply24(add):
    def body(t, n):
        u = vector(unsigned_of(t), n)
        x, y, z = (f"__builtin_astype({name}, {u})" for name in "xyz")
        value = f"({x} * {y}" + (f" + {z})" if add else ")")
        return [(vector(t, n), "xyz" if add else "xy",
                 f"__builtin_astype({value}, {vector(t, n)})")] if BITS[t] == 32 else []
    return body


def all_ones(t, n, count):
    """C for the lowest `count` bits, of which there may be none; 32-bit shifts are modulo 32."""
    u = vector(unsigned_of(t), n)
    shifted = f"({unsigned_of(t)})(({unsigned_of(t)})~({unsigned_of(t)})0 >> ({BITS[t]} - {count}))"
    return f"({u})({count} == 0 ? ({unsigned_of(t)})0 : {shifted})"


def bitfield_insert(t, n):
    v, u = vector(t, n), vector(unsigned_of(t), n)
    x, y = (f"__builtin_astype({name}, {u})" for name in "xy")
    value = (f"const {u} field = ({u})({all_ones(t, n, 'count')} << ({u})offset); "
             f"return __builtin_astype(({u})(({x} & ~field) | (({y} << ({u})offset) & field)), {v})")
    return [(v, ("x", "y", "uint offset", "uint count"), value)]


def bitfield_extract(to_sign):
    def body(t, n):
        result = vector(to_sign(t), n)
        u, i = vector(unsigned_of(t), n), vector(signed_of(t), n)
        x = f"__builtin_astype(x, {u})"
        low = f"({u})(({x} >> ({u})offset) & {all_ones(t, n, 'count')})"
        if to_sign is unsigned_of:
            value = low
        else:  # of no bits, 0; the highest bit of the field fills what is above it
            value = (f"const uint spare = count == 0 ? 0 : {BITS[t]} - count; "
                     f"return ({i})(__builtin_astype(({u})({low} << ({u})spare), {i}) >> "
                     f"({i})spare)")
        return [(result, ("x", "uint offset", "uint count"), value)]
    return body


FUNCTIONS = {
    "abs": absolute, "abs_diff": abs_diff,
    "add_sat": binary("__builtin_elementwise_add_sat"),
    "sub_sat": binary("__builtin_elementwise_sub_sat"),
    "hadd": hadd, "rhadd": rhadd, "rotate": rotate,
    "clz": count_zeros("__builtin_elementwise_clzg"),
    "ctz": count_zeros("__builtin_elementwise_ctzg"),
    "bit_reverse": unary("__builtin_elementwise_bitreverse"),
    "bitfield_insert": bitfield_insert,
    "bitfield_extract_signed": bitfield_extract(signed_of),
    "bitfield_extract_unsigned": bitfield_extract(unsigned_of),
    "popcount": unary("__builtin_elementwise_popcount"),
    "mul_hi": mul_hi, "mad_hi": mad_hi, "mad_sat": mad_sat,
    "min": mixed("__builtin_elementwise_min"), "max": mixed("__builtin_elementwise_max"),
    "clamp": clamp, "mul24": multiply24(False), "mad24": multiply24(True),
}

HIGH_HALF = """
HELPER {u} highHalf({u} x, {u} y) {{
  const {u} x0 = x & 0xffffffffUL, x1 = x >> 32, y0 = y & 0xffffffffUL, y1 = y >> 32;
  const {u} m = x1 * y0 + ((x0 * y0) >> 32);
  const {u} l = x0 * y1 + (m & 0xffffffffUL);
  return x1 * y1 + (m >> 32) + (l >> 32);
}}
HELPER {s} highHalf({s} x, {s} y) {{
  const {u} ux = __builtin_astype(x, {u}), uy = __builtin_astype(y, {u});
  const {u} sign = (__builtin_astype(x >> 63, {u}) & uy) + (__builtin_astype(y >> 63, {u}) & ux);
  return __builtin_astype(highHalf(ux, uy) - sign, {s});
}}
"""

# high:(x * y) is the product in 128 bits; z is added there.
SATURATED_SUM = """
HELPER {u} saturatedSum({u} high, {u} x, {u} y, {u} z) {{
  const {u} product = x * y, low = product + z;
  const {u} carry = low < product ? ({u})1 : ({u})0;
  return (high + carry) != ({u})0 ? ({u})ULONG_MAX : low;
}}
HELPER {s} saturatedSum({s} high, {s} x, {s} y, {s} z) {{
  const {u} product = __builtin_astype(x, {u}) * __builtin_astype(y, {u});
  const {u} low = product + __builtin_astype(z, {u});
  const {u} carry = low < product ? ({u})1 : ({u})0;
  const {s} top = __builtin_astype(__builtin_astype(high, {u}) + __builtin_astype(z >> 63, {u}) +
                                   carry, {s});
  const {s} signs = __builtin_astype(low, {s}) >> 63;
  const {s} limit = top < ({s})0 ? ({s})LONG_MIN : ({s})LONG_MAX;
  return top != signs ? limit : __builtin_astype(low, {s});
}}
"""


def helpers(name):
    parts = {"mul_hi": HIGH_HALF, "mad_hi": HIGH_HALF, "mad_sat": HIGH_HALF + SATURATED_SUM}
    for n in WIDTHS:
        print(parts.get(name, "").format(u=vector("ulong", n), s=vector("long", n)))


def upsample():
    """Of a high part and an unsigned low part, each half of the result."""
    for t in ALL:
        if t not in INTEGERS or BITS[t] == 64:
            continue
        for n in WIDTHS:
            w, low = wider(t), unsigned_of(t)
            wide_low = convert(convert("y", unsigned_of(w), n), w, n) if n == 1 else (
                f"__builtin_astype({convert('y', unsigned_of(w), n)}, {vector(w, n)})")
            unsigned = vector(unsigned_of(w), n)
            shifted = (f"__builtin_astype(({unsigned})(__builtin_astype({convert('x', w, n)}, "
                       f"{unsigned}) << {BITS[t]}), {vector(w, n)})")
            print(f"BUILTIN {vector(w, n)} upsample({vector(t, n)} x, {vector(low, n)} y) "
                  f"{{ return {shifted} | {wide_low}; }}")


def main():
    name = sys.argv[1]
    print('#include "base.h"')
    if name == "upsample":
        upsample()
        return
    helpers(name)
    for t in INTEGERS:
        for n in WIDTHS:
            for result, parameters, value in FUNCTIONS[name](t, n):
                # An upper-case parameter is a scalar; one with a type is as it is.
                declared = ", ".join(p if len(p) > 1 else
                                     f"{t if p.isupper() else vector(t, n)} {p.lower()}"
                                     for p in parameters)
                statement = value if "return" in value else f"return {value}"
                print(f"BUILTIN {result} {name}({declared}) {{ {statement}; }}")


main()
