// Arguments become 64-bit slots; conversions decide the extension.
// RUN: muxc --passes='function(sroa),lower-printf' --verify-each %s | FileCheck %s

// CHECK-LABEL: @__clang_ocl_kern_imp_k(
kernel void k(int i, uint u, char c, float f, global int *p, long l) {
  // CHECK: [[I:%.*]] = sext i32 %i to i64
  // CHECK: [[U:%.*]] = zext i32 %u to i64
  // CHECK: call spir_func i32 @__kiln_printf_2(i32 [[A:[0-9]+]], i64 [[I]], i64 [[U]])
  printf("%d %u\n", i, u);
  // CHECK: [[C:%.*]] = sext i8 %c to i32
  // CHECK: [[F:%.*]] = fpext float %f to double
  // CHECK: [[C64:%.*]] = sext i32 [[C]] to i64
  // CHECK: [[F64:%.*]] = bitcast double [[F]] to i64
  // CHECK: call spir_func i32 @__kiln_printf_2(i32 {{[0-9]+}}, i64 [[C64]], i64 [[F64]])
  printf("%hhd %f%%\n", c, f);
  // CHECK: [[P:%.*]] = ptrtoint ptr addrspace(1) %p to i64
  // CHECK: call spir_func i32 @__kiln_printf_2(i32 {{[0-9]+}}, i64 [[P]], i64 %l)
  printf("%p %llx\n", p, l);
  // CHECK: call spir_func i32 @__kiln_printf_0(i32 [[HELLO:[0-9]+]])
  printf("hello");
}
// CHECK-NOT: @printf
