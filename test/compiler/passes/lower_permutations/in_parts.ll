; A permutation longer than a register is one of parts: for each part of the result, the same numbers within
; each part of the source. Without permutations of registers, or with short ones, elements are loaded from the stack.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties=cpu=x86-64-v4 --passes=lower-permutations --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties=cpu=x86-64 --passes=lower-permutations --verify-each %s | FileCheck %s --check-prefix=SINGLE
declare <32 x i32> @kiln.permute.v32i32(<32 x i32>, <32 x i32>)
declare <4 x i64> @kiln.permute.v4i64(<4 x i64>, <4 x i64>)

; CHECK-LABEL: @long(
; CHECK: %[[LOW:.*]] = {{.*}}<16 x i32> {{.*}}%n
; CHECK: and <16 x i32> %[[LOW]], splat (i32 15)
; CHECK-COUNT-16: insertelement <16 x i32>
; CHECK-COUNT-16: insertelement <16 x i32>
; CHECK: %[[BIT:.*]] = and <16 x i32> %[[LOW]], splat (i32 16)
; CHECK: %[[UPPER:.*]] = icmp ne <16 x i32> %[[BIT]], zeroinitializer
; CHECK: select <16 x i1> %[[UPPER]]
; CHECK-COUNT-32: insertelement <16 x i32>
; CHECK: ret <32 x i32>
; SINGLE-LABEL: @long(
; SINGLE: %[[STACK:.*]] = alloca <32 x i32>
; SINGLE: store <32 x i32> %v, ptr %[[STACK]]
; SINGLE: %[[ADDRESS:.*]] = getelementptr inbounds i32, ptr %[[STACK]], i64 %
; SINGLE: load i32, ptr %[[ADDRESS]]
; SINGLE-NOT: store
; SINGLE-COUNT-32: insertelement <32 x i32>
; SINGLE: ret <32 x i32>
define <32 x i32> @long(<32 x i32> %v, <32 x i32> %n) {
  %r = call <32 x i32> @kiln.permute.v32i32(<32 x i32> %v, <32 x i32> %n)
  ret <32 x i32> %r
}

; CHECK-LABEL: @short(
; CHECK-NOT: icmp
; CHECK-COUNT-4: insertelement <4 x i64>
; SINGLE-LABEL: @short(
; SINGLE: trunc <4 x i64> %n to <4 x i32>
; SINGLE-COUNT-4: insertelement <4 x i64>
define <4 x i64> @short(<4 x i64> %v, <4 x i64> %n) {
  %r = call <4 x i64> @kiln.permute.v4i64(<4 x i64> %v, <4 x i64> %n)
  ret <4 x i64> %r
}
