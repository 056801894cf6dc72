; Vectors are guarded lane by lane.
; RUN: muxc --passes='function(guard-divisions)' --verify-each %s | FileCheck %s

; CHECK-LABEL: @signed(
; CHECK: [[D:%.*]] = freeze <3 x i32> %b
; CHECK: [[BAD:%.*]] = icmp ult <3 x i32> {{%.*}}, splat (i32 2)
; CHECK-NEXT: [[SAFE:%.*]] = select <3 x i1> [[BAD]], <3 x i32> splat (i32 1), <3 x i32> [[D]]
; CHECK-NEXT: [[Q:%.*]] = sdiv <3 x i32> %a, [[SAFE]]
; CHECK-NEXT: [[M1:%.*]] = icmp eq <3 x i32> [[D]], splat (i32 -1)
; CHECK: select <3 x i1> [[M1]]
define <3 x i32> @signed(<3 x i32> %a, <3 x i32> %b) {
  %q = sdiv <3 x i32> %a, %b
  ret <3 x i32> %q
}

; One dangerous lane of a constant: 0 and -1 become 1, the others stay.
; CHECK-LABEL: @constant(
; CHECK: [[Q:%.*]] = sdiv <4 x i32> %a, <i32 3, i32 1, i32 1, i32 7>
; CHECK: select <4 x i1> <i1 false, i1 false, i1 true, i1 false>
define <4 x i32> @constant(<4 x i32> %a) {
  %q = sdiv <4 x i32> %a, <i32 3, i32 0, i32 -1, i32 7>
  ret <4 x i32> %q
}

; CHECK-LABEL: @harmless(
; CHECK-NEXT: srem <2 x i32> %a, <i32 -2, i32 5>
define <2 x i32> @harmless(<2 x i32> %a) {
  %r = srem <2 x i32> %a, <i32 -2, i32 5>
  ret <2 x i32> %r
}
