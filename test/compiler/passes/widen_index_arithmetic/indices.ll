; RUN: muxc --passes=widen-index-arithmetic --verify-each %s | FileCheck %s

declare void @use(i64)

; An id truncated to int, times 3, plus 1.
; CHECK-LABEL: define void @scaled(
; CHECK-NEXT: [[I:%.*]] = trunc i64 %id to i32
; CHECK-NEXT: [[WIDE:%.*]] = sext i32 [[I]] to i64
; CHECK-NEXT: [[SCALED:%.*]] = mul nsw i64 [[WIDE]], 3
; CHECK-NEXT: [[NEXT:%.*]] = add nsw i64 [[SCALED]], 1
; CHECK-NEXT: call void @use(i64 [[NEXT]])
define void @scaled(i64 %id) {
  %i = trunc i64 %id to i32
  %scaled = mul nsw i32 %i, 3
  %next = add nsw i32 %scaled, 1
  %index = sext i32 %next to i64
  call void @use(i64 %index)
  ret void
}

; CHECK-LABEL: define void @more(
; CHECK: [[SHIFTED:%.*]] = shl nsw i64 {{%.*}}, 10
; CHECK: [[BOTH:%.*]] = sub nsw i64 [[SHIFTED]], {{%.*}}
; CHECK: [[ODD:%.*]] = or disjoint i64 [[BOTH]], 1
; CHECK: call void @use(i64 [[ODD]])
define void @more(i64 %id, i64 %other) {
  %x = trunc i64 %id to i32
  %y = trunc i64 %other to i32
  %row = shl nsw i32 %y, 10
  %sum = sub nsw i32 %row, %x
  %odd = or disjoint i32 %sum, 1
  %index = sext i32 %odd to i64
  call void @use(i64 %index)
  ret void
}

; No change if the operation may wrap, has other operands, or another width.
; CHECK-LABEL: define void @kept(
; CHECK: mul i32
; CHECK-NEXT: sext
; CHECK: mul nsw i32
; CHECK-NEXT: sext
; CHECK: add nsw i32
; CHECK-NEXT: sext
; CHECK: shl nsw i32
; CHECK-NEXT: sext
define void @kept(i64 %id, i32 %n, i48 %odd) {
  %i = trunc i64 %id to i32
  %wraps = mul i32 %i, 3
  %a = sext i32 %wraps to i64
  call void @use(i64 %a)
  %argument = mul nsw i32 %i, %n
  %b = sext i32 %argument to i64
  call void @use(i64 %b)
  %j = trunc i48 %odd to i32
  %other = add nsw i32 %j, 3
  %c = sext i32 %other to i64
  call void @use(i64 %c)
  %shifted = shl nsw i32 %i, %i
  %d = sext i32 %shifted to i64
  call void @use(i64 %d)
  ret void
}

; A zero extension of no negative values is one of the sign.
; CHECK-LABEL: define i64 @below(
; CHECK: %[[L:.*]] = sext i32 {{.*}} to i64
; CHECK: %[[S:.*]] = sub nsw i64 %[[L]], 2
; CHECK: ret i64 %[[S]]
define i64 @below(i64 %id) {
  %l = trunc i64 %id to i32
  %s = sub nsw i32 %l, 2
  %x = zext nneg i32 %s to i64
  ret i64 %x
}
