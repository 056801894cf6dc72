; F16C converts floats only: doubles are rounded to odd floats first, and no function is called.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v3" --passes=lower-half --verify-each %s | FileCheck %s
; AVX512-FP16 has one instruction for it.
; RUN: muxc --target=host --target-properties="cpu=sapphirerapids" --passes=lower-half --verify-each %s | FileCheck %s --check-prefix=NATIVE
; CHECK: %[[FLOAT:.*]] = fptrunc <4 x double> %x to <4 x float>
; CHECK: fpext <4 x float> %[[FLOAT]] to <4 x double>
; CHECK: fcmp ogt <4 x double>
; CHECK: fcmp one <4 x double>
; CHECK: %[[ODD:.*]] = bitcast <4 x i32> {{.*}} to <4 x float>
; CHECK-NEXT: %r = fptrunc <4 x float> %[[ODD]] to <4 x half>
; NATIVE-NOT: float
; NATIVE: %r = fptrunc <4 x double> %x to <4 x half>
define <4 x half> @k(<4 x double> %x) {
  %r = fptrunc <4 x double> %x to <4 x half>
  ret <4 x half> %r
}
