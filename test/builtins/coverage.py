#!/usr/bin/env python3
"""Checks that every builtin that Clang declares has a definition in the library.

Clang's own opencl-c.h is compiled under the features that programs get, for devices with 64-bit
and with 32-bit addresses; its function declarations, by mangled name, are what a program may call.
All of them must be in the index of the library, except those that passes lower before linking
(LOWERED) and families that belong to optional features that are off (OFF, each with the reason).
On devices with 32-bit addresses, a function with sizes may have them in 64 bits in the library
(SIZES: the pass widen-size-arguments).

  coverage.py --clang CLANG --nm NM [--list-missing] UNIT.bc...
"""
import argparse
import json
import re
import subprocess
import sys

EXTENSIONS = ("-all,+cl_khr_fp16,+cl_khr_fp64,+__opencl_c_fp64,+__opencl_c_int64,"
              "+__opencl_c_atomic_order_acq_rel,+__opencl_c_atomic_order_seq_cst,"
              "+__opencl_c_atomic_scope_device,+__opencl_c_atomic_scope_all_devices,"
              "+__opencl_c_program_scope_global_variables,+cl_khr_global_int32_base_atomics,"
              "+cl_khr_global_int32_extended_atomics,+cl_khr_local_int32_base_atomics,"
              "+cl_khr_local_int32_extended_atomics,+cl_khr_int64_base_atomics,"
              "+cl_khr_int64_extended_atomics,+cl_khr_byte_addressable_store,"
              "+cl_khr_subgroups,+__opencl_c_subgroups,+cl_khr_subgroup_ballot,"
              "+cl_khr_subgroup_clustered_reduce,+cl_khr_subgroup_extended_types,"
              "+cl_khr_subgroup_non_uniform_arithmetic,+cl_khr_subgroup_non_uniform_vote,"
              "+cl_khr_subgroup_rotate,+cl_khr_subgroup_shuffle,"
              "+cl_khr_subgroup_shuffle_relative,+__opencl_c_generic_address_space,"
              "+cl_khr_extended_bit_ops,+cl_khr_integer_dot_product,"
              "+__opencl_c_integer_dot_product_input_4x8bit,"
              "+__opencl_c_integer_dot_product_input_4x8bit_packed,+cl_khr_kernel_clock,"
              "+__opencl_c_kernel_clock_scope_device,+__opencl_c_kernel_clock_scope_work_group,"
              "+__opencl_c_kernel_clock_scope_sub_group,+cl_ext_float_atomics,"
              "+__opencl_c_ext_fp16_global_atomic_load_store,"
              "+__opencl_c_ext_fp16_local_atomic_load_store,"
              "+__opencl_c_ext_fp16_global_atomic_add,+__opencl_c_ext_fp16_local_atomic_add,"
              "+__opencl_c_ext_fp16_global_atomic_min_max,"
              "+__opencl_c_ext_fp16_local_atomic_min_max,"
              "+__opencl_c_ext_fp32_global_atomic_add,+__opencl_c_ext_fp32_local_atomic_add,"
              "+__opencl_c_ext_fp32_global_atomic_min_max,"
              "+__opencl_c_ext_fp32_local_atomic_min_max,"
              "+__opencl_c_ext_fp64_global_atomic_add,+__opencl_c_ext_fp64_local_atomic_add,"
              "+__opencl_c_ext_fp64_global_atomic_min_max,"
              "+__opencl_c_ext_fp64_local_atomic_min_max,"
              "+__opencl_c_work_group_collective_functions,"
              "+__opencl_c_images,+__opencl_c_read_write_images,+cl_khr_3d_image_writes,"
              "+__opencl_c_3d_image_writes,+cl_khr_depth_images,+cl_khr_mipmap_image,"
              "+cl_khr_mipmap_image_writes")
STANDARDS = ("CL1.0", "CL1.1", "CL1.2", "CL3.0")
# Lowered by the finalize pipeline (work-item functions, barriers, fences, printf).
LOWERED = re.compile(r"get_(work_dim|global_|local_|num_groups|group_id|enqueued_|sub_group|"
                     r"num_sub|max_sub)|(work|sub)_group_(all|any|broadcast|reduce|scan)|barrier$|"
                     r"(work|sub)_group_barrier$|(read_|write_)?mem_fence$|atomic_work_item_fence$|printf$")
SIZES = re.compile(r"vload|vstore|async_work_group_(strided_)?copy$|prefetch$")
OFF = {
    r"get_image_num_samples": "no multi-sample images",
}


def declarations(clang, standard, target):
    """{mangled name: name} of the functions that Clang declares under `standard`."""
    command = [clang, "-target", f"{target}-unknown-unknown", "-x", "cl", f"-cl-std={standard}",
               "-cl-no-stdinc", "-include", "opencl-c.h", "-Xclang", f"-cl-ext={EXTENSIONS}",
               "-Xclang", "-ast-dump=json", "-fsyntax-only", "/dev/null"]
    tree = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return {node["mangledName"]: node["name"] for node in tree["inner"]
            if node["kind"] == "FunctionDecl"}


def is_defined(mangled, name, defined, target):
    if mangled in defined or target == "spir64" or not SIZES.match(name):
        return mangled in defined
    start = mangled.index(name) + len(name)
    places = [i for i in range(start, len(mangled)) if mangled[i] == "j"]
    wide = {mangled[:i] + "m" + mangled[i + 1:] for i in places}
    wide |= {mangled[:i] + "mm" + mangled[i + 2:] for i in places if mangled[i:i + 2] == "jj"}
    return not wide.isdisjoint(defined)


def definitions(nm, units):
    text = subprocess.run([nm, "--defined-only", "--extern-only", "--format=just-symbols", *units],
                          check=True, capture_output=True, text=True).stdout
    return set(text.split())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", required=True)
    parser.add_argument("--nm", required=True)
    parser.add_argument("--list-missing", action="store_true")
    parser.add_argument("units", nargs="+")
    arguments = parser.parse_args()
    defined = definitions(arguments.nm, arguments.units)
    missing, checked = {}, 0
    for standard, target in [(s, t) for s in STANDARDS for t in ("spir64", "spir")]:
        for mangled, name in declarations(arguments.clang, standard, target).items():
            if LOWERED.match(name) or any(re.match(pattern, name) for pattern in OFF):
                continue
            checked += 1
            if not is_defined(mangled, name, defined, target):
                missing.setdefault(name, set()).add(mangled)
    for name, symbols in sorted(missing.items()):
        print(f"missing: {name}", len(symbols), sorted(symbols)[:100 if arguments.list_missing else 2])
    # Fewer declarations than this means that the header was not read as intended.
    if checked < 40000:
        print(f"only {checked} declarations found")
        return 1
    print(f"{checked} declarations checked, {sum(map(len, missing.values()))} not defined")
    return 1 if missing else 0


sys.exit(main())
