; Bit casts between a scalar and a vector bring the lanes' elements side by side, or apart.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
; CHECK-LABEL: define <2 x i32> @f.simd(<2 x i32> %x)
; CHECK: [[ALL:%.*]] = bitcast <2 x i32> %x to <4 x i16>
; CHECK: [[LOW:%.*]] = shufflevector <4 x i16> [[ALL]], <4 x i16> poison, <2 x i32> <i32 0, i32 2>
; CHECK: [[HIGH:%.*]] = shufflevector <4 x i16> [[ALL]], <4 x i16> poison, <2 x i32> <i32 1, i32 3>
; CHECK: mul <2 x i16>
; CHECK: mul <2 x i16>
; CHECK: [[TOGETHER:%.*]] = shufflevector <2 x i16> {{.*}} <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: [[SIDE:%.*]] = shufflevector <4 x i16> [[TOGETHER]], <4 x i16> poison, <4 x i32> <i32 0, i32 2, i32 1, i32 3>
; CHECK: %back = bitcast <4 x i16> [[SIDE]] to <2 x i32>
; CHECK: ret <2 x i32> %back
define i32 @f(i32 %x) "kiln-work-item-function" "kiln-simd-group"="2,0,0,varying" {
  %halves = bitcast i32 %x to <2 x i16>
  %squares = mul <2 x i16> %halves, %halves
  %back = bitcast <2 x i16> %squares to i32
  ret i32 %back
}
