; A long iteration of a loop that counts by the global size prefetches its line of a later one.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties=cpu=x86-64-v4 --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties=cpu=x86-64-v4 --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=prefetch-grid-strides %s | FileCheck %s --check-prefix=OFF
; CHECK: mul i64 %size, 128
; CHECK: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
; CHECK: load <64 x i64>
; OFF-NOT: call void @llvm.prefetch
define void @f(ptr %a, ptr %b, i64 %n) "kiln-work-item-function" "kiln-simd-group"="64,0,0" {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %size = call i64 @__mux_get_global_size(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %k = phi i64 [ 0, %entry ], [ %more, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %added, %loop ]
  %p = getelementptr i64, ptr %a, i64 %i
  %v = load i64, ptr %p
  %square = mul i64 %v, %v
  %other = xor i64 %square, %v
  %added = add i64 %sum, %other
  %next = add i64 %i, %size
  %more = add i64 %k, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %done
done:
  %q = getelementptr i64, ptr %b, i64 %id
  store i64 %added, ptr %q
  ret void
}
declare i64 @__mux_get_global_id(i32) memory(none)
declare i64 @__mux_get_global_size(i32) memory(none)
