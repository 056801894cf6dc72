"""Writes the fiber oracle's builtins as C++: every type and width of the one-component functions in
components.h.   make_builtins.py OUT.cpp

Clang mangles vectors alike in C++ and in OpenCL C, so a C++ overload is the OpenCL C builtin. Where
address spaces take part the symbol's name is written out.
"""
import sys

C = {"char": "char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short",
     "int": "int", "uint": "unsigned", "long": "long", "ulong": "unsigned long",
     "float": "float", "double": "double"}
CODE = dict(zip(C, "chstijlmfd"))
SIZE = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "long": 8,
        "ulong": 8, "float": 4, "double": 8}
INTS = [t for t in C if t not in ("float", "double")]
FLOATS = ["float", "double"]
WIDTHS = [1, 2, 3, 4, 8, 16]
SIGNED = {1: "char", 2: "short", 4: "int", 8: "long"}
UNSIGNED = {1: "uchar", 2: "ushort", 4: "uint", 8: "ulong"}
ROUNDINGS = {"": None, "_rte": "nearest", "_rtz": "zero", "_rtp": "up", "_rtn": "down"}

# name: (operands, the component's meaning with {T} for its type)
INTEGER = {
    "min": (2, "fibers::lesser<{T}>(a, b)"),
    "max": (2, "fibers::greater<{T}>(a, b)"),
    "clamp": (3, "fibers::lesser<{T}>(fibers::greater<{T}>(a, b), c)"),
    "add_sat": (2, "fibers::addSat<{T}>(a, b)"),
    "sub_sat": (2, "fibers::subSat<{T}>(a, b)"),
    "hadd": (2, "fibers::halfSum<{T}>(a, b, 0)"),
    "rhadd": (2, "fibers::halfSum<{T}>(a, b, 1)"),
    "mul_hi": (2, "fibers::mulHi<{T}>(a, b)"),
    "mad_hi": (3, "fibers::madHi<{T}>(a, b, c)"),
    "mad_sat": (3, "fibers::madSat<{T}>(a, b, c)"),
    "rotate": (2, "fibers::rotated<{T}>(a, b)"),
    "popcount": (1, "fibers::countBits<{T}>(a)"),
    "clz": (1, "fibers::leadingZeros<{T}>(a)"),
    "ctz": (1, "fibers::trailingZeros<{T}>(a)"),
}
FLOAT = {
    "floor": (1, "__builtin_floor(a)"), "ceil": (1, "__builtin_ceil(a)"),
    "trunc": (1, "__builtin_trunc(a)"), "rint": (1, "__builtin_rint(a)"),
    "round": (1, "fibers::roundHalfAway<{T}>(a)"), "fabs": (1, "__builtin_fabs(a)"),
    "copysign": (2, "__builtin_copysign(a, b)"),
}
RELATIONAL = {"isequal": "==", "isnotequal": "!=", "isless": "<", "islessequal": "<=",
              "isgreater": ">", "isgreaterequal": ">="}
# name: (takes an operand, the new value of x)
ATOMIC = {"add": (True, "x + y"), "sub": (True, "x - y"), "inc": (False, "x + 1"),
          "dec": (False, "x - 1"), "xchg": (True, "y"), "and": (True, "x & y"),
          "or": (True, "x | y"), "xor": (True, "x ^ y"),
          "min": (True, "y < x ? y : x"), "max": (True, "x < y ? y : x")}


def name(t, n):
    return t + (str(n) if n > 1 else "")


def function(out, result, called, params, body, symbol=""):
    label = f' asm("{symbol}")' if symbol else ""
    parameters = ", ".join(f"{t} {p}" for t, p in params)
    if label:
        out.append(f"{result} {called}({parameters}){label};")
    out.append(f"{result} {called}({parameters}) {{ {body} }}")


def componentwise(out, called, result, params, meaning):
    """`params` are (base type, width, name); a scalar among vectors stands for all components."""
    (rt, n) = result
    if n == 1:
        body = f"return {meaning};"
    else:
        take = " ".join(f"const {C[t]} {p} = {p}_{'[i]' if w > 1 else ''};" for t, w, p in params)
        body = f"{name(rt, n)} r; for (int i = 0; i < {n}; ++i) {{ {take} r[i] = {meaning}; }} " \
               "return r;"
    suffix = "_" if n > 1 else ""
    function(out, name(rt, n), called, [(name(t, w), p + suffix) for t, w, p in params], body)


def types(out):
    for t, c in C.items():
        if t != c:
            out.append(f"typedef {c} {t};")
        for n in WIDTHS[1:]:
            out.append(f"typedef {c} {t}{n} __attribute__((ext_vector_type({n})));")


def arithmetic(out):
    for n in WIDTHS:
        for table, bases in ((INTEGER, INTS), (FLOAT, FLOATS)):
            for called, (count, meaning) in table.items():
                for t in bases:
                    componentwise(out, called, (t, n), [(t, n, p) for p in "abc"[:count]],
                                  meaning.format(T=C[t]))
        for t in FLOATS:
            suffix = "f" if t == "float" else ""
            componentwise(out, "fma", (t, n), [(t, n, p) for p in "abc"],
                          f"__builtin_fma{suffix}(a, b, c)")
            componentwise(out, "sqrt", (t, n), [(t, n, "a")], f"__builtin_sqrt{suffix}(a)")
        for t in INTS:
            u = UNSIGNED[SIZE[t]]
            componentwise(out, "abs", (u, n), [(t, n, "a")],
                          f"fibers::distance<{C[u]}, {C[t]}>(a, 0)")
            componentwise(out, "abs_diff", (u, n), [(t, n, p) for p in "ab"],
                          f"fibers::distance<{C[u]}, {C[t]}>(a, b)")
        for t in INTS:
            if n > 1:
                for called in ("min", "max"):
                    meaning = INTEGER[called][1].format(T=C[t])
                    componentwise(out, called, (t, n), [(t, n, "a"), (t, 1, "b")], meaning)


def relations(out):
    for n in WIDTHS:
        for t in FLOATS:
            result = ("int" if n == 1 else SIGNED[SIZE[t]], n)
            sign = "" if n == 1 else "-"
            for called, o in RELATIONAL.items():
                componentwise(out, called, result, [(t, n, p) for p in "ab"], f"{sign}(a {o} b)")
            componentwise(out, "isnan", result, [(t, n, "a")], f"{sign}(a != a)")
        for t in C:
            for mask in (SIGNED[SIZE[t]], UNSIGNED[SIZE[t]]):
                test = "c != 0" if n == 1 else f"c >> {SIZE[t] * 8 - 1} & 1"
                componentwise(out, "select", (t, n), [(t, n, "a"), (t, n, "b"), (mask, n, "c")],
                              f"({test}) ? b : a")
            u = UNSIGNED[SIZE[t]]
            pun = f"[](auto x) {{ return __builtin_bit_cast({C[u]}, x); }}"
            componentwise(out, "bitselect", (t, n), [(t, n, p) for p in "abc"],
                          f"__builtin_bit_cast({C[t]}, ({C[u]})(({pun})(a) & ~({pun})(c) | "
                          f"({pun})(b) & ({pun})(c)))")
        for t in SIGNED.values():
            for called, o, start in (("any", "|", 0), ("all", "&", 1)):
                element = "v < 0" if n == 1 else "v[i] < 0"
                function(out, "int", called, [(name(t, n), "v")],
                         f"int r = {start}; for (int i = 0; i < {n}; ++i) r = r {o} ({element}); "
                         "return r;")


def conversions(out):
    for to in C:
        for source in C:
            for n in WIDTHS:
                for suffix, rounding in ROUNDINGS.items():
                    default = "nearest" if to in FLOATS else "zero"
                    for sat in ("", "_sat") if to in INTS else ("",):
                        componentwise(
                            out, f"convert_{name(to, n)}{sat}{suffix}", (to, n), [(source, n, "a")],
                            f"fibers::converted<{C[to]}, {C[source]}>(a, {int(bool(sat))}, "
                            f"fibers::Rounding::{rounding or default})")


def shuffles(out):
    for t in C:
        mask = UNSIGNED[SIZE[t]]
        for m in (2, 4, 8, 16):
            for n in (2, 4, 8, 16):
                r = name(t, n)
                function(out, r, "shuffle", [(name(t, m), "a"), (name(mask, n), "m")],
                         f"{r} r; for (int i = 0; i < {n}; ++i) r[i] = a[m[i] % {m}]; return r;")
                function(out, r, "shuffle2",
                         [(name(t, m), "a"), (name(t, m), "b"), (name(mask, n), "m")],
                         f"{r} r; for (int i = 0; i < {n}; ++i) {{ const int k = m[i] % {2 * m}; "
                         f"r[i] = k < {m} ? a[k] : b[k - {m}]; }} return r;")


def vector_memory(out):
    for t, code in CODE.items():
        for n in WIDTHS[1:]:
            vector = f"Dv{n}_{code}"
            for space in ("CLgeneric", "CLconstant"):
                function(out, name(t, n), f"vload{n}_{space}",
                         [("unsigned long", "at"), (f"const {C[t]} *", "p")],
                         f"{name(t, n)} r; for (int i = 0; i < {n}; ++i) r[i] = p[at * {n} + i]; "
                         "return r;", f"_Z{5 + len(str(n))}vload{n}mPU{len(space)}{space}K{code}")
            function(out, "void", f"vstore{n}_",
                     [(name(t, n), "v"), ("unsigned long", "at"), (f"{C[t]} *", "p")],
                     f"for (int i = 0; i < {n}; ++i) p[at * {n} + i] = v[i];",
                     f"_Z{6 + len(str(n))}vstore{n}{vector}mPU9CLgeneric{code}")


def atomics(out):
    for t, code in (("int", "i"), ("uint", "j"), ("float", "f")):
        for space in ("CLglobal", "CLlocal"):
            pointer = f"PU{len(space)}{space}V{code}"
            for op, (operand, meaning) in ATOMIC.items():
                if t == "float" and op != "xchg":
                    continue
                # Arithmetic wraps: it is done unsigned.
                wraps = "y" in meaning and "?" in meaning or t == "float"
                cast = "" if wraps else "(unsigned)"
                params = [(f"volatile {C[t]} *", "p")] + ([(C[t], "z")] if operand else [])
                function(out, C[t], f"atomic_{op}_{space}", params,
                         f"const {C[t]} old = *p; const auto x = {cast}old; "
                         + (f"const auto y = {cast}z; " if operand else "")
                         + f"(void)x; *p = ({C[t]})({meaning}); return old;",
                         f"_Z{7 + len(op)}atomic_{op}{pointer}{code if operand else ''}")
            if t != "float":
                function(out, C[t], f"atomic_cmpxchg_{space}",
                         [(f"volatile {C[t]} *", "p"), (C[t], "x"), (C[t], "y")],
                         f"const {C[t]} old = *p; *p = old == x ? y : old; return old;",
                         f"_Z14atomic_cmpxchg{pointer}{code}{code}")


def copies(out):
    """The first work-item to wait has copied; all of them copy the same."""
    for t, code in CODE.items():
        for n in WIDTHS:
            if n == 3:
                continue
            element = code if n == 1 else f"Dv{n}_{code}"
            for to, source in (("CLlocal", "CLglobal"), ("CLglobal", "CLlocal")):
                function(out, "void *", f"copy_{to}",
                         [(f"{name(t, n)} *", "to"), (f"const {name(t, n)} *", "from"),
                          ("unsigned long", "count"), ("void *", "event")],
                         "for (unsigned long i = 0; i < count; ++i) to[i] = from[i]; return event;",
                         f"_Z21async_work_group_copyPU{len(to)}{to}{element}"
                         f"PU{len(source)}{source}K{'S_' if n > 1 else code}m9ocl_event")
    for space in ("CLgeneric", "CLprivate"):
        function(out, "[[gnu::noinline]] void", f"wait_group_events_{space}",
                 [("int", ""), ("void **", "")], "fibers::wait(__builtin_return_address(0), fibers::Scope::group);",
                 f"_Z17wait_group_eventsiPU9{space}9ocl_event")


def collectives(out):
    """Collective functions of a group or sub-group."""
    combine = {"add": "x + y", "min": "y < x ? y : x", "max": "x < y ? y : x"}
    for prefix, scope in (("work_group", "group"), ("sub_group", "subGroup")):
        ask = "const auto all = fibers::exchange(__builtin_return_address(0), " \
              f"fibers::Scope::{scope}, {{}});"
        result = "[[gnu::noinline]] "
        for called, start, o in (("all", "1", "&"), ("any", "0", "|")):
            function(out, result + "int", f"{prefix}_{called}", [("int", "a")],
                     f"{ask.format('a != 0')} int r = {start}; for (auto v : all.values) r = r {o} (v != 0); "
                     "return r;")
        # Of types of 8 and 16 bits sub-groups alone: cl_khr_subgroup_extended_types.
        for t in C if prefix == "sub_group" else ("int", "uint", "long", "ulong", "float", "double"):
            bits = C[UNSIGNED[SIZE[t]]]
            asked = ask.format(f"__builtin_bit_cast({bits}, a)")
            value = f"__builtin_bit_cast({C[t]}, ({bits})all.values[{{}}])"
            sizes = ("unsigned",) if prefix == "sub_group" else ("unsigned long",)
            for n in (1, 2, 3) if prefix == "work_group" else (1,):
                ids = [(sizes[0], p) for p in "xyz"[:n]]
                at = "x" if n == 1 else f"fibers::linearId(x, y, {'z' if n == 3 else '0'})"
                function(out, result + C[t], f"{prefix}_broadcast", [(C[t], "a"), *ids],
                         f"{asked} return {value.format(at)};")
            for o, meaning in combine.items():
                cast = f"({C[t]})" if o != "add" or t in FLOATS else f"({bits})"
                step = f"{{ const auto x = {cast}r; const auto y = {cast}{value.format('i')}; " \
                       f"r = ({C[t]})({meaning}); }}"
                first = {"add": "0"}.get(o) or identity(t, o)
                for called, count in (("reduce", "all.values.size()"), ("scan_inclusive", "all.own + 1"),
                                      ("scan_exclusive", "all.own")):
                    function(out, result + C[t], f"{prefix}_{called}_{o}", [(C[t], "a")],
                             f"{asked} {C[t]} r = {first}; for (size_t i = 0; i < {count}; ++i) {step} return r;")


def shuffles_in_sub_groups(out):
    """The value of another work-item. C++ calls half _Float16 and mangles it differently."""
    ask = "const auto all = fibers::exchange(__builtin_return_address(0), fibers::Scope::subGroup, {});"
    for t, c, size in [(t, c, SIZE[t]) for t, c in C.items()] + [("half", "_Float16", 2)]:
        bits = C[UNSIGNED[size]]
        for called in ("shuffle", "broadcast"):
            if called == "broadcast" and t != "half":
                continue
            full = f"sub_group_{called}"
            function(out, "[[gnu::noinline]] " + c, full, [(c, "a"), ("unsigned", "x")],
                     f"{ask.format(f'__builtin_bit_cast({bits}, a)')} "
                     f"return __builtin_bit_cast({c}, ({bits})all.values[x]);",
                     f"_Z{len(full)}{full}{'Dh' if t == 'half' else CODE[t]}j")


def identity(t, o):
    if t in FLOATS:
        return "-__builtin_inf()" if o == "max" else "__builtin_inf()"
    limit = "highest" if o == "min" else "lowest"
    return f"static_cast<{C[t]}>(fibers::{limit}<{C[t]}>())"


def main():
    out = ['#include "components.h"', '#include "fibers.h"']
    types(out)
    for part in (arithmetic, relations, conversions, shuffles, vector_memory, atomics, copies, collectives,
                 shuffles_in_sub_groups):
        part(out)
    with open(sys.argv[1], "w", encoding="ascii") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
