; The addresses of a gather in the last of several variants are computed in its block. The addresses of
; other gathers stay in their place.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s
target datalayout = "e-p:64:64"
; CHECK-LABEL: define void @network.simd(
; CHECK-NOT: getelementptr {{.*}}<16 x i64>
; CHECK: br i1 %{{.*}}, label %{{all.*}}, label %{{some.*}}, !kiln.unlikely
; CHECK: {{some.*}}:
; CHECK: %index{{.*}} = xor <16 x i64>
; CHECK: getelementptr i8, ptr %a, <16 x i64>
define void @network(ptr %a, ptr %b, i64 %j) "kiln-work-item-function" "kiln-simd-group"="16,0,0" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %index = xor i64 %id, %j
  %at = getelementptr float, ptr %a, i64 %index
  %v = load float, ptr %at
  %to = getelementptr float, ptr %b, i64 %id
  store float %v, ptr %to
  ret void
}
; CHECK-LABEL: define void @used.simd(
; CHECK: %index{{.*}} = xor <16 x i64>
; CHECK: br i1 %{{.*}}, label %{{all.*}}, label %{{some.*}}, !kiln.unlikely
define void @used(ptr %a, ptr %b, i64 %j) "kiln-work-item-function" "kiln-simd-group"="16,0,0" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %index = xor i64 %id, %j
  %at = getelementptr float, ptr %a, i64 %index
  %v = load float, ptr %at
  %to = getelementptr i64, ptr %b, i64 %id
  store i64 %index, ptr %to
  ret void
}
declare i64 @__mux_get_global_id(i32)
