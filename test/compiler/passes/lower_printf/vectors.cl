// Each element of a vector has its slot; a vector of 3 has 3.
// RUN: muxc --passes='function(sroa),lower-printf' --verify-each %s | FileCheck %s

// CHECK-LABEL: @__clang_ocl_kern_imp_k(
kernel void k(global float3 *f, uchar2 c) {
  // CHECK: [[E2:%.*]] = extractelement <3 x float> {{%.*}}, i64 2
  // CHECK-NEXT: [[D2:%.*]] = fpext float [[E2]] to double
  // CHECK-NEXT: [[S2:%.*]] = bitcast double [[D2]] to i64
  // CHECK: call spir_func i32 @__kiln_printf_3(i32 {{[0-9]+}}, i64 {{%.*}}, i64 {{%.*}}, i64 [[S2]])
  printf("%v3hlf\n", *f);
  // CHECK: [[C1:%.*]] = extractelement <2 x i8> %c, i64 1
  // CHECK-NEXT: [[Z1:%.*]] = zext i8 [[C1]] to i64
  // CHECK: call spir_func i32 @__kiln_printf_2(i32 {{[0-9]+}}, i64 {{%.*}}, i64 [[Z1]])
  printf("%v2hhu\n", c);
  // Programs often leave out the length.
  // CHECK: call spir_func i32 @__kiln_printf_3(
  printf("%v3f\n", *f);
}
