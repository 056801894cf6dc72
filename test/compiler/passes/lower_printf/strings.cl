// Formats and constant strings are ids of a table; equal strings share one. All calls with
// the same number of slots share a writer.
// RUN: muxc --pipeline=finalize %s | FileCheck %s

// CHECK: call {{.*}}@__kiln_printf_1(i32 [[S:[0-9]+]], i64 [[ABC:[0-9]+]])
// CHECK: call {{.*}}@__kiln_printf_1(i32 [[S]], i64 -1)
// CHECK: call {{.*}}@__kiln_printf_1(i32 [[S]], i64 [[ABC]])
// CHECK: call {{.*}}@__kiln_printf_0(i32 [[ABC]])
// CHECK: define internal {{.*}}@__kiln_printf_
// CHECK: !kiln.printf.strings = !{![[FIRST:[0-9]+]], ![[SECOND:[0-9]+]]}
// CHECK-DAG: !{!"%s\0A"}
// CHECK-DAG: !{!"abc"}
constant char global_text[] = "abc";
kernel void k(global int *result) {
  printf("%s\n", "abc");
  printf("%s\n", (constant char *)0);
  printf("%s\n", global_text);
  result[0] = printf("abc");
}
