"""Atomic builtins: prints the unit of one family.

  legacy        atomic_* and atom_* of OpenCL 1.x (32 and 64 bits, relaxed)
  access        atomic_init, load, store, exchange and the flag functions
  fetch <op>    atomic_fetch_<op>
  compare       atomic_compare_exchange_*

Memory scopes are not distinguished: every operation is atomic for the whole system, as the widest
scope requires. The order is usually a constant after inlining. Floating-point
values are exchanged as integers of their size; a compare-exchange compares bits, as memcmp.
"""
import sys

from ocl_types import unsigned_of

SPACES = ("global", "local", "generic")
NUMBERS = {"global": 1, "local": 3, "generic": 4}
INTEGERS = ("int", "uint", "long", "ulong")
FLOATS = ("float", "double")
REALS = ("half",) + FLOATS
SEQ_CST = "memory_order_seq_cst"
OF_FLOATS = ("add", "sub", "min", "max")  # cl_ext_float_atomics


def carrier(t):
    """The integer type for the operations on an atomic of type t."""
    return unsigned_of(t) if t in REALS else t


def bits(value, t):
    return f"__builtin_astype({value}, {carrier(t)})"


def pointer(space, t):
    return f"(volatile __{space} {carrier(t)} *)p"


def orders(name):
    """(function name, extra parameters, order) of the three forms of a C11 atomic."""
    yield name, "", SEQ_CST
    yield name + "_explicit", ", memory_order order", "order"
    yield name + "_explicit", ", memory_order order, memory_scope scope", "order"


def legacy_body(operation, space, t):
    p = pointer(space, t)
    if operation in ("inc", "dec"):
        name = {"inc": "add", "dec": "sub"}[operation]
        return "", f"return __atomic_fetch_{name}({p}, 1, __ATOMIC_RELAXED);"
    if operation == "cmpxchg":
        return (f", {t} compare, {t} value",
                f"__private {t} old = compare; __atomic_compare_exchange_n({p}, &old, value, "
                "false, __ATOMIC_RELAXED, __ATOMIC_RELAXED); return old;")
    if operation == "xchg":
        exchange = f"__atomic_exchange_n({p}, {bits('value', t)}, __ATOMIC_RELAXED)"
        return f", {t} value", f"return __builtin_astype({exchange}, {t});"
    return f", {t} value", f"return __atomic_fetch_{operation}({p}, value, __ATOMIC_RELAXED);"


def legacy():
    for operation in ("add", "sub", "xchg", "inc", "dec", "cmpxchg", "min", "max", "and", "or",
                      "xor"):
        for space in SPACES:
            for t in INTEGERS + (("float",) if operation == "xchg" else ()):
                prefixes = {"int": ("atomic", "atom"), "uint": ("atomic", "atom"),
                            "float": ("atomic",)}.get(t, ("atom",))
                parameters, body = legacy_body(operation, space, t)
                for prefix in prefixes:
                    print(f"BUILTIN {t} {prefix}_{operation}(volatile __{space} {t} *p"
                          f"{parameters}) {{ {body} }}")


def access():
    for space in SPACES:
        for t in INTEGERS + REALS:
            target, p = f"volatile __{space} atomic_{t} *p", pointer(space, t)
            print(f"BUILTIN void atomic_init({target}, {t} value) "
                  f"{{ *({p}) = {bits('value', t)}; }}")
            for name, extra, order in orders("atomic_load"):
                print(f"BUILTIN {t} {name}({target}{extra}) {{ return __builtin_astype("
                      f"__atomic_load_n({p}, {order}), {t}); }}")
            for name, extra, order in orders("atomic_store"):
                print(f"BUILTIN void {name}({target}, {t} value{extra}) "
                      f"{{ __atomic_store_n({p}, {bits('value', t)}, {order}); }}")
            for name, extra, order in orders("atomic_exchange"):
                print(f"BUILTIN {t} {name}({target}, {t} value{extra}) {{ return "
                      f"__builtin_astype(__atomic_exchange_n({p}, {bits('value', t)}, {order}), "
                      f"{t}); }}")
        store_half(space)
        flag = f"volatile __{space} atomic_flag *p"
        for name, extra, order in orders("atomic_flag_test_and_set"):
            print(f"BUILTIN bool {name}({flag}{extra}) "
                  f"{{ return __atomic_exchange_n({pointer(space, 'int')}, 1, {order}) != 0; }}")
        for name, extra, order in orders("atomic_flag_clear"):
            print(f"BUILTIN void {name}({flag}{extra}) "
                  f"{{ __atomic_store_n({pointer(space, 'int')}, 0, {order}); }}")


def store_half(space):
    """As Clang's own table declares them, whose second parameter is an atomic_half. Such functions
    can be declared, but not written, so they are here by their mangled names."""
    for name, extra, order in orders("atomic_store"):
        letters = "".join("12" + t for t in ("memory_order", "memory_scope") if t in extra)
        mangled = f"_Z{len(name)}{name}PU3AS{NUMBERS[space]}VU7_AtomicDhS_{letters}"
        print(f"void {mangled}(volatile __{space} atomic_half *p, half value{extra}) "
              f"{{ __atomic_store_n({pointer(space, 'half')}, {bits('value', 'half')}, {order}); }}")


def fetch(operation):
    for space in SPACES:
        # The operand of an (u)intptr_t may be the other of long and ulong, or of int and uint.
        operands = [(t, t) for t in INTEGERS]
        operands += [("ulong", "long"), ("long", "ulong"), ("uint", "int"), ("int", "uint")]
        for t, operand in operands + [(t, t) for t in FLOATS if operation in OF_FLOATS]:
            for name, extra, order in orders(f"atomic_fetch_{operation}"):
                print(f"BUILTIN {t} {name}(volatile __{space} atomic_{t} *p, {operand} value"
                      f"{extra}) {{ return __atomic_fetch_{operation}((volatile __{space} {t} *)p, "
                      f"({t})value, {order}); }}")
    if operation in OF_FLOATS:
        fetch_half(operation)


def fetch_half(operation):
    """By compare-and-exchange: no target has instructions for these."""
    value = {"add": "now + value", "sub": "now - value",
             "min": "(now != now) | (value < now) ? value : now",
             "max": "(now != now) | (value > now) ? value : now"}[operation]
    for space in SPACES:
        for name, extra, order in orders(f"atomic_fetch_{operation}"):
            print(f"BUILTIN half {name}(volatile __{space} atomic_half *p, half value{extra}) {{ "
                  f"volatile __{space} ushort *at = (volatile __{space} ushort *)p; "
                  "__private ushort old = __atomic_load_n(at, __ATOMIC_RELAXED); half now; "
                  "ushort next; do { now = __builtin_astype(old, half); "
                  f"next = __builtin_astype((half)({value}), ushort); }} "
                  f"while (!__atomic_compare_exchange_n(at, &old, next, true, {order}, "
                  "__ATOMIC_RELAXED)); return now; }")


def compare():
    for strength in ("strong", "weak"):
        for space in SPACES:
            for expected in ("generic",) if space == "generic" else ("global", "local", "private"):
                for t in INTEGERS + FLOATS:
                    compare_forms(strength, space, expected, t)


def compare_forms(strength, space, expected, t):
    weak = "true" if strength == "weak" else "false"
    name = f"atomic_compare_exchange_{strength}"
    forms = ((name, "", SEQ_CST, SEQ_CST),
             (name + "_explicit", ", memory_order success, memory_order failure",
              "success", "failure"),
             (name + "_explicit",
              ", memory_order success, memory_order failure, memory_scope scope",
              "success", "failure"))
    for function, extra, success, failure in forms:
        print(f"BUILTIN bool {function}(volatile __{space} atomic_{t} *p, "
              f"__{expected} {t} *expected, {t} desired{extra}) {{ "
              f"__private {carrier(t)} old = {bits('*expected', t)}; "
              f"const bool done = __atomic_compare_exchange_n({pointer(space, t)}, &old, "
              f"{bits('desired', t)}, {weak}, {success}, {failure}); "
              f"if (!done) *expected = __builtin_astype(old, {t}); return done; }}")


def main():
    print('#pragma clang diagnostic ignored "-Wunused-parameter"\n'
          '#pragma clang diagnostic ignored "-Watomic-alignment"\n#include "base.h"')
    {"legacy": legacy, "access": access, "fetch": fetch, "compare": compare}[sys.argv[1]](
        *sys.argv[2:])


main()
