; Lanes that are a uniform factor apart, as in the rows of a matrix, are loaded lane by lane without a test
; for a window. Other differences between neighbours are tested.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s
; CHECK-LABEL: define <16 x float> @row.simd(
; CHECK-NOT: @kiln.permute
; CHECK-NOT: br i1
; CHECK-COUNT-16: load float
; CHECK-LABEL: define <16 x float> @network.simd(
; CHECK: br i1
; CHECK: @kiln.permute
define float @row(ptr %a, i64 %columns, i64 %i) "kiln-work-item-function" "kiln-simd-group"="16,0,0" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %start = mul i64 %id, %columns
  %index = add i64 %start, %i
  %at = getelementptr float, ptr %a, i64 %index
  %v = load float, ptr %at
  ret float %v
}
define float @network(ptr %a, i64 %j) "kiln-work-item-function" "kiln-simd-group"="16,0,0" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %index = xor i64 %id, %j
  %at = getelementptr float, ptr %a, i64 %index
  %v = load float, ptr %at
  ret float %v
}
declare i64 @__mux_get_global_id(i32)
