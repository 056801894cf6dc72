// Products and bitwise operations of groups (cl_khr_work_group_uniform_arithmetic, also from SPIR-V).
// Bitwise operations of floats do not exist.
// RUN: not muxc -cl-std=CL3.0 --pipeline=finalize --target=host -DFLOATS %s 2>&1 | FileCheck --check-prefix=FLOATS %s
// RUN: muxc -cl-std=CL3.0 --pipeline=finalize --target=host %s | FileCheck %s
// FLOATS: work_group_reduce_and
// CHECK: call i32 @__mux_work_group_reduce_mul_i32(i32 %a)
// CHECK: call float @__mux_sub_group_scan_inclusive_fmul_f32(float %x)
// CHECK: call i32 @__mux_work_group_scan_exclusive_xor_i32(i32 %a)
// Truths are 0 and 1, on both sides.
// CHECK: [[IS:%.*]] = icmp ne i32 %a, 0
// CHECK: [[TRUTH:%.*]] = zext i1 [[IS]] to i32
// CHECK: [[ALL:%.*]] = call i32 @__mux_work_group_scan_exclusive_and_i32(i32 [[TRUTH]])
// CHECK: icmp ne i32 [[ALL]], 0
// Logical operations exist for int alone.
// RUN: not muxc -cl-std=CL3.0 --pipeline=finalize --target=host -DUNSIGNED %s 2>&1 | FileCheck --check-prefix=UNSIGNED %s
// UNSIGNED: work_group_scan_exclusive_logical_and
#define OVERLOADED __attribute__((overloadable, convergent))
int OVERLOADED work_group_reduce_mul(int);
float OVERLOADED work_group_reduce_and(float);
float OVERLOADED sub_group_scan_inclusive_mul(float);
int OVERLOADED work_group_scan_exclusive_xor(int);
#ifdef UNSIGNED
uint OVERLOADED work_group_scan_exclusive_logical_and(uint);
#else
int OVERLOADED work_group_scan_exclusive_logical_and(int);
#endif

kernel void k(int a, float x, global int *out, global float *floats) {
  out[0] = work_group_reduce_mul(a);
  floats[0] = sub_group_scan_inclusive_mul(x);
  out[1] = work_group_scan_exclusive_xor(a);
  out[2] = work_group_scan_exclusive_logical_and(a);
#ifdef UNSIGNED
  out[3] = work_group_scan_exclusive_logical_and((uint)a);
#endif
#ifdef FLOATS
  floats[1] = work_group_reduce_and(x);
#endif
}
