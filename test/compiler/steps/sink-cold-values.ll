; The addresses of a gather are computed where the gather is.
; REQUIRES: x86_64
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each %s | FileCheck %s
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes='vecz-widen' --verify-each -cl-kiln-disable-steps=sink-cold-values %s | FileCheck %s --check-prefix=OFF
; CHECK: !kiln.unlikely
; CHECK: %index{{.*}} = xor <16 x i64>
; OFF: %index{{.*}} = xor <16 x i64>
; OFF: !kiln.unlikely
target datalayout = "e-p:64:64"
define void @f(ptr %a, ptr %b, i64 %j) "kiln-work-item-function" "kiln-simd-group"="16,0,0" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %index = xor i64 %id, %j
  %at = getelementptr float, ptr %a, i64 %index
  %v = load float, ptr %at
  %to = getelementptr float, ptr %b, i64 %id
  store float %v, ptr %to
  ret void
}
declare i64 @__mux_get_global_id(i32)
