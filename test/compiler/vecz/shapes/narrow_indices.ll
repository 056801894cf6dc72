; Narrow indices that do not wrap are computed in the width of addresses, and are strided there.
; RUN: muxc --passes=vecz-widen --verify-each -cl-kiln-disable-steps=lane-addresses,piecewise-boundaries %s | FileCheck %s
target datalayout = "e-p:64:64"
; CHECK-LABEL: define void @f.simd(ptr %p, i32 %row, i32 %n)
; CHECK-NOT: x i64>
; CHECK: [[ROW:%.*]] = sext i32 %row to i64
; CHECK: %gid = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
; CHECK: [[START:%.*]] = add i64 %gid, [[ROW]]
; CHECK: loop:
; CHECK: [[WIDE:%.*]] = phi i64 [ [[START]], %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK: getelementptr i32, ptr %p, i64 [[WIDE]]
; CHECK: [[NEXT]] = add i64 [[WIDE]], 256
; CHECK-NOT: x i64>
define void @f(ptr %p, i32 %row, i32 %n) "kiln-work-item-function" "kiln-simd-group"="4,0,0" {
entry:
  %gid = call i64 @__mux_get_global_id(i32 0)
  %id = trunc i64 %gid to i32
  %start = add nsw i32 %id, %row
  br label %loop
loop:
  %i = phi i32 [%start, %entry], [%next, %loop]
  %trip = phi i32 [0, %entry], [%trip.next, %loop]
  %wide = sext i32 %i to i64
  %at = getelementptr i32, ptr %p, i64 %wide
  store i32 0, ptr %at
  %next = add nsw i32 %i, 256
  %trip.next = add i32 %trip, 1
  %more = icmp slt i32 %trip.next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
; As instcombine writes it; the address's own extension; unsigned, in range.
; CHECK-LABEL: define void @forms.simd(
; CHECK-NOT: x i64>
; CHECK: [[TIMES4:%.*]] = shl i64 %gid, 2
; CHECK: getelementptr i8, ptr %p, i64 [[TIMES4]]
; CHECK: [[NARROW:%.*]] = add i64 %gid, 5
; CHECK: getelementptr i8, ptr %p, i64 [[NARROW]]
; CHECK-NOT: x i64>
define void @forms(ptr %p) "kiln-work-item-function" "kiln-simd-group"="4,0,0" {
  %gid = call i64 @__mux_get_global_id(i32 0)
  %left = shl i64 %gid, 32
  %offset = ashr exact i64 %left, 30
  %at = getelementptr i8, ptr %p, i64 %offset
  store i8 1, ptr %at
  %id = trunc i64 %gid to i32
  %plus = add i32 %id, 5
  %wide = zext i32 %plus to i64
  %at2 = getelementptr i8, ptr %p, i64 %wide
  store i8 1, ptr %at2
  ret void
}
; It may wrap, in a lane that counts.
; CHECK-LABEL: define void @wraps.simd(
; CHECK: add <4 x i32>
; CHECK: zext <4 x i32> {{.*}} to <4 x i64>
define void @wraps(ptr %p, i32 %n) "kiln-work-item-function" "kiln-simd-group"="4,0,0" {
  %gid = call i64 @__mux_get_global_id(i32 0)
  %id = trunc i64 %gid to i32
  %plus = add i32 %id, %n
  %wide = zext i32 %plus to i64
  %at = getelementptr i8, ptr %p, i64 %wide
  store i8 1, ptr %at
  ret void
}
declare i64 @__mux_get_global_id(i32) memory(none)
