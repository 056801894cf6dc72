; Integers are computed in 8 or 16 bits if their ranges fit.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes=vecz-widen --verify-each %s | FileCheck %s
declare i32 @llvm.smin.i32(i32, i32)

; The sum needs 16 bits and is compared in them; nothing has 32.
; CHECK-LABEL: define <8 x i1> @compared.simd(
; CHECK-NOT: <8 x i32>
; CHECK: add nuw nsw <8 x i16>
; CHECK: icmp ult <8 x i16> %{{.*}}, splat (i16 300)
; CHECK: ret
define i1 @compared(i8 %a, i8 %b) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying" {
  %x = zext i8 %a to i32
  %y = zext i8 %b to i32
  %s = add nuw nsw i32 %x, %y
  %c = icmp slt i32 %s, 300
  ret i1 %c
}

; A difference has a sign. Its other users get the extended result.
; CHECK-LABEL: define <8 x i32> @signed.simd(
; CHECK: [[X:%.*]] = zext <8 x i8> %a to <8 x i16>
; CHECK: [[Y:%.*]] = zext <8 x i8> %b to <8 x i16>
; CHECK: [[D:%.*]] = sub nsw <8 x i16> [[X]], [[Y]]
; CHECK: [[R:%.*]] = sext <8 x i16> [[D]] to <8 x i32>
; CHECK: ret <8 x i32> [[R]]
define i32 @signed(i8 %a, i8 %b) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying" {
  %x = zext i8 %a to i32
  %y = zext i8 %b to i32
  %d = sub nsw i32 %x, %y
  ret i32 %d
}

; Bytes are masked and compared as bytes, signed and unsigned.
; CHECK-LABEL: define <8 x i1> @bytes.simd(
; CHECK: call <8 x i8> @llvm.smin.v8i8(<8 x i8> %a, <8 x i8> %b)
; CHECK: icmp eq <8 x i8>
define i1 @bytes(i8 %a, i8 %b) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying" {
  %x = sext i8 %a to i32
  %y = sext i8 %b to i32
  %m = call i32 @llvm.smin.i32(i32 %x, i32 %y)
  %c = icmp eq i32 %m, -5
  ret i1 %c
}

; A phi of both sides of a branch.
; CHECK-LABEL: define <8 x i1> @joined.simd(
; CHECK: phi <8 x i16>
; CHECK-NOT: <8 x i32>
; CHECK: ret
define i1 @joined(i8 %a, i8 %b, i1 %u) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying,uniform" {
  %x = zext i8 %a to i32
  %y = zext i8 %b to i32
  br i1 %u, label %one, label %other
one:
  %s = add i32 %x, %y
  br label %end
other:
  %p = mul i32 %x, %y
  br label %end
end:
  %v = phi i32 [ %s, %one ], [ %p, %other ]
  %c = icmp ugt i32 %v, 9
  ret i1 %c
}

; Too large for 16 bits: unchanged.
; CHECK-LABEL: define <8 x i1> @large.simd(
; CHECK: mul <8 x i32>
define i1 @large(i16 %a, i16 %b) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying" {
  %x = zext i16 %a to i32
  %y = zext i16 %b to i32
  %s = mul i32 %x, %y
  %c = icmp ult i32 %s, 300
  ret i1 %c
}

; A remainder with one signed operand: unchanged.
; CHECK-LABEL: define <8 x i1> @mixed.simd(
; CHECK: icmp ult <8 x i32>
define i1 @mixed(i16 %a, i16 %b) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying,varying" {
  %x = zext i16 %a to i32
  %y = sext i16 %b to i32
  %c = icmp ult i32 %x, %y
  ret i1 %c
}

; Extending the result would cost as much as it saves.
; CHECK-LABEL: define <8 x i32> @alone.simd(
; CHECK: zext <8 x i16> %a to <8 x i32>
; CHECK: lshr <8 x i32>
define i32 @alone(i16 %a) "kiln-work-item-function" "kiln-simd-group"="8,0,0,varying" {
  %x = zext i16 %a to i32
  %s = lshr i32 %x, 3
  ret i32 %s
}
