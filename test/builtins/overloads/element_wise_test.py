#!/usr/bin/env python3
"""Calls every overload of the functions of specification.py on the device: one kernel for a
function and a type runs it in all widths, with scalar operands and with pointers to the address
spaces, over a list of values; reference.py computes the expected results.

  element_wise_test.py math|common|integer|relational|convert [--type T]... [--named]

Pointers of OpenCL C 3.0 are generic ones, whatever memory they point to. With --named, functions
with pointers are called in OpenCL C 1.2, where each address space has an overload.
"""
import argparse
import os
import sys
import warnings

import numpy as np

import reference
import specification as spec
from device import COUNT, Device, values
from ocl_types import BITS, INTEGERS, WIDTHS, vector
from reference import NUMPY, REALS

SHARE, SHARES = map(int, os.environ.get("KILN_TEST_SHARE", "0/1").split("/"))
SPACES = ("private", "global", "local")
LAST_SECTION = len(SPACES) * len(WIDTHS) * COUNT
TOLERANCE = 16  # between the widths of a function without a reference, in ULP
OPTIONS = ("-cl-fp32-correctly-rounded-divide-sqrt",)
HEADER = ("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
          "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n")


class Case:
    """A function at a type: its kernel, and its blocks of results."""

    def __init__(self, number, t, result, name, forms):
        self.kernel, self.t, self.name = f"k{number}", t, name
        self.result = spec.element(result, t)
        self.is_comparison = result == "C"
        self.forms = [form.split() for form in forms]
        self.blocks = []  # (width, letters, space)
        pointers = [letter for letter in self.forms[0] if letter.endswith("*")]
        self.second = spec.element(pointers[0], t) if pointers else None

    def types(self):
        """Types of the parameters; other forms differ in their widths only (select's do)."""
        return [[spec.element(letter, self.t) for letter in form if not letter.endswith("*")]
                for form in self.forms]

    def source(self):
        body = []
        for width in WIDTHS:
            for form in spec.forms_at([" ".join(form) for form in self.forms], width):
                for space in SPACES if "*" in form else ("private",):
                    body.append(self.block(width, form.split(), space))
        parameters = ", ".join(f"const global uchar *p{i}" for i in range(3))
        return (f"kernel void {self.kernel}({parameters}, global {self.result} *out, "
                f"global {self.second or 'uchar'} *out2) {{\n  size_t i = get_global_id(0);\n"
                f"  local ulong16 room[{COUNT // 12}];\n  (void)room;\n" + "\n".join(body) + "\n}\n")

    def block(self, width, letters, space):
        section = len(self.blocks) * COUNT
        self.blocks.append((width, letters, space))
        operands, before, after = [], "", ""
        for index, letter in enumerate(letters):
            if letter.endswith("*"):
                pointer, before, after = self.pointer(width, space, section)
                operands.append(pointer)
                continue
            t = spec.element(letter, self.t)
            source = f"(const global {t} *)p{index}"
            if letter in "sj" or width == 1:
                operands.append(f"({source})[i * {width}]")
            else:
                operands.append(f"vload{width}(i, {source})")
        call = f"{self.name}({', '.join(operands)})"
        store = (f"out[{section} + i] = {call};" if width == 1 else
                 f"vstore{width}({call}, i, out + {section});")
        return f"  if (i < {COUNT // width}) {{ {before} {store} {after} }}"

    def pointer(self, width, space, section):
        """(the argument, statements before the call, statements after it)"""
        v = vector(self.second, width)
        def put(value):
            return (f"out2[{section} + i] = {value};" if width == 1 else
                    f"vstore{width}({value}, i, out2 + {section});")
        if space == "private":
            return "&second", f"{v} second;", put("second")
        if space == "local":
            room = f"((local {v} *)room + i)"
            return room, "", put("*" + room)
        if width == 3:  # they take the room of four: behind all others
            section = LAST_SECTION
        return f"(global {v} *)(out2 + {section}) + i", "", ""

    def room(self):
        """The size, in elements, of the buffer behind the pointers."""
        return max(len(self.blocks) * COUNT, LAST_SECTION + 2 * COUNT)

    def second_of(self, index, array):
        width, _, space = self.blocks[index]
        if (width, space) == (3, "global"):
            return array[LAST_SECTION:][:COUNT // 3 * 4].reshape(-1, 4)[:, :3].ravel()
        return array[index * COUNT:(index + 1) * COUNT]

    def operands(self, width, letters, lists):
        arrays = []
        for letter, array in zip(letters, lists):
            if letter.endswith("*"):
                continue
            arrays.append(np.repeat(array[::width], width) if letter in "sj" else array)
        return arrays


def argument_lists(case, form):
    lists = []
    for index, letter in enumerate(form):
        if letter.endswith("*"):
            continue
        t = spec.element(letter, case.t)
        array = values(t, index + 1)
        if letter in "ij":  # exponents
            array = np.where(np.arange(COUNT) % 4, array % 64 - 32, array).astype(NUMPY[t])
        lists.append(array)
    return lists


class Checker:
    def __init__(self):
        self.failures, self.overloads = [], 0

    def fail(self, case, width, letters, index, text):
        self.failures.append(f"{case.name}({case.t}{width}: {' '.join(letters)}) [{index}]: {text}")

    def check(self, case, block, arrays, got, second, first):
        width, letters, _ = block
        self.overloads += 1
        expected = expect(case, width, arrays)
        if expected is None:
            self.near(case, block, arrays, got, first.astype(np.longdouble), TOLERANCE)
            return
        wanted, tolerance = expected[0], expected[-1]
        if case.is_comparison and width > 1:
            wanted = -wanted
        if tolerance:
            self.near(case, block, arrays, got, wanted, tolerance)
        else:
            self.same(case, block, arrays, got, wanted)
            if len(expected) == 3:
                self.same(case, block, arrays, second, expected[1])

    def same(self, case, block, arrays, got, wanted):
        wanted = np.asarray(wanted).astype(got.dtype)
        equal = got == wanted
        if got.dtype.kind == "f":
            equal |= np.isnan(got) & np.isnan(wanted)
            if case.name not in reference.ZEROS:
                equal &= (np.signbit(got) == np.signbit(wanted)) | np.isnan(wanted)
        self.report(case, block, arrays, got, wanted, ~equal)

    def near(self, case, block, arrays, got, wanted, tolerance):
        if case.t == "half" and tolerance < 100:
            tolerance = 1
        limits = np.finfo(got.dtype)
        with np.errstate(all="ignore"):
            unit = np.spacing(np.minimum(np.abs(wanted), limits.max).astype(got.dtype))
            unit = unit.astype(np.longdouble)
            error = np.abs(got.astype(np.longdouble) - wanted) / unit
            bad = ~(error <= tolerance)
        bad &= ~(np.isnan(got) & np.isnan(wanted)) & (got != wanted)
        # Overflow may come a little early or late.
        bad &= ~((np.abs(wanted) >= limits.max) & (np.abs(got) >= limits.max) &
                 (np.sign(got) == np.sign(wanted)))
        self.report(case, block, arrays, got, wanted, bad)

    def report(self, case, block, arrays, got, wanted, bad):
        if bad.any():
            i = int(np.argmax(bad))
            operands = ", ".join(repr(array[i].item()) for array in arrays)
            self.fail(case, block[0], block[1], i, f"({operands}) gave {got[i]!r}, not "
                      f"{wanted[i]!r}; {int(bad.sum())} are wrong")


def expect(case, width, arrays):
    """(result, [the value behind the pointer,] tolerance), or None if there is no reference."""
    name, t = case.name, case.t
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        if name == "select":
            return reference.select(width, *arrays), 0
        if name == "bitselect" and t in REALS:
            return reference.bitselect(t, arrays), 0
        if t in INTEGERS:
            return reference.integer(name, t, case.result, arrays), 0
        if name in reference.COMPARISONS:
            return reference.COMPARISONS[name](*arrays).astype(NUMPY[case.result]), 0
        if name in reference.EXACT:
            result = reference.EXACT[name](*arrays)
            return (*result, 0) if isinstance(result, tuple) else (result, 0)
        if name in reference.NEAR and not (t == "double" and name in ("erf", "erfc")):
            function, tolerance = reference.NEAR[name]
            return function(*(array.astype(np.longdouble) for array in arrays)), tolerance
    return None


def known(case, arrays):
    """Operands without a specified result of the reference, or of the function."""
    if case.name in reference.MODERATE:
        arrays = [np.where(np.abs(arrays[0]) < 30000, arrays[0], 1).astype(arrays[0].dtype)]
    if case.name.startswith(("native_", "half_")):
        arrays = [np.where((np.abs(a) > 0.01) & (np.abs(a) < 80), a, 1).astype(a.dtype)
                  for a in arrays]
    if case.name in ("mul24", "mad24"):  # of 24 bits
        low, high = (-2**23, 2**23 - 1) if case.t == "int" else (0, 2**24 - 1)
        arrays = [np.clip(a, low, high) for a in arrays[:2]] + arrays[2:]
    if case.name == "clamp" or (case.name == "smoothstep"):
        # The limits in their order, and no NaN. A list of scalars has them by groups.
        low, high = (1, 2) if case.name == "clamp" else (0, 1)
        arrays = [np.nan_to_num(a) if a.dtype.kind == "f" else a for a in arrays]
        arrays[low], arrays[high] = (np.minimum(arrays[low], arrays[high]),
                                     np.maximum(arrays[low], arrays[high]))
    if case.name in ("max", "min", "step", "sign") and case.t in REALS:
        arrays = [np.where(np.isnan(a), 1, a).astype(a.dtype) for a in arrays]
    return arrays


def run_cases(device, cases, checker, options):
    program = device.build(HEADER + "".join(case.source() for case in cases), OPTIONS + options)
    for case in cases:
        out = device.upload(np.zeros(len(case.blocks) * COUNT, NUMPY[case.result]))
        kind = NUMPY[case.second] if case.second else np.uint8
        out2 = device.upload(np.zeros(case.room(), kind))
        # select's forms have operands of the same size, whose bits serve both.
        lists = known(case, argument_lists(case, case.forms[0]))
        buffers = [device.upload(array) for array in lists]
        buffers += [buffers[0]] * (3 - len(buffers))
        device.run(getattr(program, case.kernel), COUNT, *buffers, out, out2, local=COUNT)
        got, second = device.download(out, NUMPY[case.result]), device.download(out2, kind)
        for index, block in enumerate(case.blocks):
            part = slice(index * COUNT, (index + 1) * COUNT)
            arrays = case.operands(block[0], block[1], lists)
            arrays = [a.view(NUMPY[spec.element(letter, case.t)])
                      for a, letter in zip(arrays, block[1])]
            first = got[:COUNT]
            if any(letter in "sj" for letter in block[1]):
                same = [i for i, other in enumerate(case.blocks)
                        if other[0] == block[0] and not any(l in "sj" for l in other[1])][0]
                first = got[part] if expect(case, block[0], arrays) is None else got[same * COUNT:]
            checker.check(case, block, arrays, got[part], case.second_of(index, second), first)


def rows_of(part):
    common = "clamp degrees max min mix radians sign smoothstep step".split()
    relational = spec.RELATIONAL + spec.CLASSES + ["bitselect", "select"]
    for types, result, name, forms in spec.ROWS:
        for t in types:
            is_real = t in REALS
            own = ("relational" if name in relational else "integer" if not is_real else
                   "common" if name in common else "math")
            if own == part:
                yield t, result, name, forms


def run_rows(device, part, types, named, checker):
    cases = {}
    for number, (t, result, name, forms) in enumerate(rows_of(part)):
        if number % SHARES == SHARE and (not types or t in types) and (not named or "*" in forms[0]):
            cases.setdefault(t, []).append(Case(number, t, result, name, forms))
    for t in cases:
        run_cases(device, cases[t], checker, ("-cl-std=CL1.2",) if named else ())


def conversion_source(number, d, s, tails):
    lines, section = [], 0
    for tail in tails:
        for width in WIDTHS:
            name = f"convert_{vector(d, width)}{tail}"
            lines.append(f"  if (i < {COUNT // width}) "
                         + (f"out[{section} + i] = {name}(in[i]);" if width == 1 else
                            f"vstore{width}({name}(vload{width}(i, in)), i, out + {section});"))
            section += COUNT
    return (f"kernel void c{number}(const global {s} *in, global {d} *out) {{\n"
            "  size_t i = get_global_id(0);\n" + "\n".join(lines) + "\n}\n")


def check_conversion(checker, d, s, tails, source, got):
    section = 0
    for tail in tails:
        wanted = reference.conversion(source, d, s, tail.startswith("_sat"),
                                      tail.removeprefix("_sat"))
        defined = np.array([value is not None for value in wanted])
        wanted = np.array([0 if value is None else value for value in wanted], NUMPY[d])
        for width in WIDTHS:
            checker.overloads += 1
            part = got[section:section + COUNT]
            section += COUNT
            equal = (part == wanted) | ~defined
            if d in REALS:
                equal |= np.isnan(part) & np.isnan(wanted)
                equal &= (np.signbit(part) == np.signbit(wanted)) | np.isnan(wanted)
            if not equal.all():
                i = int(np.argmin(equal))
                checker.failures.append(f"convert_{vector(d, width)}{tail}({s} {source[i]!r}) gave "
                                        f"{part[i]!r}, not {wanted[i]!r}")


def run_conversions(device, types, checker):
    for d in INTEGERS + REALS:
        if types and d not in types:
            continue
        rows = [row for row in spec.conversions() if row[0] == d][SHARE::SHARES]
        program = device.build(HEADER + "".join(
            conversion_source(number, *row) for number, row in enumerate(rows)))
        for number, (_, s, tails) in enumerate(rows):
            source = values(s)
            out = device.upload(np.zeros(len(tails) * len(WIDTHS) * COUNT, NUMPY[d]))
            device.run(getattr(program, f"c{number}"), COUNT, device.upload(source), out)
            with np.errstate(all="ignore"):
                check_conversion(checker, d, s, tails, source, device.download(out, NUMPY[d]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("part", choices=("math", "common", "integer", "relational", "convert"))
    parser.add_argument("--type", action="append", default=[])
    parser.add_argument("--named", action="store_true")
    arguments = parser.parse_args()
    device, checker = Device(), Checker()
    if arguments.part == "convert":
        run_conversions(device, arguments.type, checker)
    else:
        run_rows(device, arguments.part, arguments.type, arguments.named, checker)
    for failure in checker.failures[:200]:
        print(failure)
    print(f"{checker.overloads} overloads of {arguments.part} run on {device.name}, "
          f"{len(checker.failures)} wrong")
    return 1 if checker.failures or not checker.overloads else 0


if __name__ == "__main__":
    sys.exit(main())
