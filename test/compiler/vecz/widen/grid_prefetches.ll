; Loops that count by the grid prefetch: also by local size times number of groups, and under a mask. Short
; iterations overlap without it, and other steps are no business of the grid.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties=cpu=x86-64-v4 --passes='vecz-widen' --verify-each %s | FileCheck %s
declare i64 @__mux_get_global_id(i32) memory(none)
declare i64 @__mux_get_global_size(i32) memory(none)
declare i64 @__mux_get_local_size(i32) memory(none)
declare i64 @__mux_get_num_groups(i32) memory(none)

; CHECK-LABEL: define void @groups.simd(
; CHECK: [[AHEAD:%.*]] = mul i64 %size, 128
; CHECK: [[THERE:%.*]] = getelementptr i8, ptr %p, i64 [[AHEAD]]
; CHECK: call void @llvm.prefetch.p0(ptr [[THERE]], i32 0, i32 3, i32 1)
define void @groups(ptr %a, i64 %n) "kiln-work-item-function" "kiln-simd-group"="64,0,0" {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %local = call i64 @__mux_get_local_size(i32 0)
  %groups = call i64 @__mux_get_num_groups(i32 0)
  %size = mul i64 %local, %groups
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %k = phi i64 [ 0, %entry ], [ %more, %loop ]
  %p = getelementptr i64, ptr %a, i64 %i
  %v = load i64, ptr %p
  %square = mul i64 %v, %v
  %cube = mul i64 %square, %v
  %other = xor i64 %cube, %v
  store i64 %other, ptr %p
  %next = add i64 %i, %size
  %more = add i64 %k, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
; CHECK-LABEL: define void @short.simd(
; CHECK-NOT: prefetch
define void @short(ptr %a, i64 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %size = call i64 @__mux_get_global_size(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %k = phi i64 [ 0, %entry ], [ %more, %loop ]
  %p = getelementptr i64, ptr %a, i64 %i
  %v = load i64, ptr %p
  %square = mul i64 %v, %v
  store i64 %square, ptr %p
  %next = add i64 %i, %size
  %more = add i64 %k, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
; CHECK-LABEL: define void @local.simd(
; CHECK-NOT: prefetch.p0(
; CHECK: ret void
define void @local(ptr %a, i64 %n) "kiln-work-item-function" "kiln-simd-group"="64,0,0" {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %size = call i64 @__mux_get_local_size(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %k = phi i64 [ 0, %entry ], [ %more, %loop ]
  %p = getelementptr i64, ptr %a, i64 %i
  %v = load i64, ptr %p
  %square = mul i64 %v, %v
  %cube = mul i64 %square, %v
  %other = xor i64 %cube, %v
  store i64 %other, ptr %p
  %next = add i64 %i, %size
  %more = add i64 %k, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
