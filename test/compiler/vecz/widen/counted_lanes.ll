; `first + lane < end` is `lane < end - first`, with the difference cut to the number of lanes.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes=vecz-widen --verify-each %s | FileCheck %s
declare i64 @__mux_get_local_id(i32)
declare void @kiln.mask(i1)
declare i1 @kiln.any(i1)

; A loop's counter with a short start and step, against a short end: no overflow is possible.
; CHECK-LABEL: define void @counter.simd(
; CHECK: [[I:%.*]] = phi i64
; CHECK: [[NEXT:%.*]] = add i64 [[I]],
; CHECK: [[D:%.*]] = sub i64 %{{.*}}, [[NEXT]]
; CHECK: [[UP:%.*]] = call i64 @llvm.smax.i64(i64 [[D]], i64 -1)
; CHECK: [[CUT:%.*]] = call i64 @llvm.smin.i64(i64 [[UP]], i64 8)
; CHECK: trunc i64 [[CUT]] to i32
; CHECK: icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>,
define void @counter(ptr %p, i32 %n, i32 %size) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,uniform,uniform" {
entry:
  %id = call range(i64 0, 4096) i64 @__mux_get_local_id(i32 0)
  %end = sext i32 %n to i64
  %step = sext i32 %size to i64
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %active = phi i1 [ true, %entry ], [ %left, %loop ]
  call void @kiln.mask(i1 %active)
  %a = getelementptr i8, ptr %p, i64 %i
  store i8 1, ptr %a
  %next = add i64 %i, %step
  %more = icmp slt i64 %next, %end
  %left = and i1 %active, %more
  %any = call i1 @kiln.any(i1 %left)
  br i1 %any, label %loop, label %done
done:
  ret void
}

; Any 64-bit end, on either side: the difference saturates. An unsigned end is cut, and the id has no sign.
; CHECK-LABEL: define <8 x i1> @ends.simd(
; CHECK: [[E:%.*]] = call i64 @llvm.umin.i64(i64 %m, i64 9223372036854775807)
; CHECK: call i64 @llvm.ssub.sat.i64(i64 [[E]],
; CHECK: icmp sgt <8 x i32> <i32 0,
; CHECK: call i64 @llvm.ssub.sat.i64(i64 %m,
; CHECK: icmp sge <8 x i32> <i32 0,
; Not for equality, other strides and numbers that may overflow.
; CHECK-COUNT-3: icmp {{.*}} <8 x i64>
define i1 @ends(i64 %m, i64 %any) "kiln-work-item-function" "kiln-simd-group"="8,0,0,uniform,1" {
  %id = call range(i64 0, 4096) i64 @__mux_get_local_id(i32 0)
  %a = icmp ult i64 %m, %id
  %b = icmp sle i64 %m, %id
  %c = icmp eq i64 %id, %m
  %twice = shl i64 %id, 1
  %d = icmp slt i64 %twice, %m
  %e = icmp ult i64 %any, %m
  %ab = xor i1 %a, %b
  %cd = xor i1 %c, %d
  %abcd = xor i1 %ab, %cd
  %abcde = xor i1 %abcd, %e
  ret i1 %abcde
}
