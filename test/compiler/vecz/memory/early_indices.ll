; Index computations between two accesses move in front of the first access: one check serves both, and
; there is one join.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @rows.simd(
; CHECK: %second = mul i32 %w, 7
; CHECK: br i1 %{{.*}}, label %strided, label %boundary
; CHECK: strided:
; CHECK: load <8 x float>
; CHECK: load <8 x float>
; CHECK: store <8 x float>
; CHECK: br label %checked
; CHECK-NOT: {{^strided}}
define void @rows(ptr %a, ptr %b, i32 %w) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i64 @__mux_get_global_id(i32 0)
  %x = trunc i64 %id to i32
  %first = mul i32 %w, 3
  %i1 = add i32 %first, %x
  %wide1 = sext i32 %i1 to i64
  %at1 = getelementptr float, ptr %a, i64 %wide1
  %v1 = load float, ptr %at1
  %second = mul i32 %w, 7
  %i2 = add i32 %second, %x
  %wide2 = sext i32 %i2 to i64
  %at2 = getelementptr float, ptr %a, i64 %wide2
  %v2 = load float, ptr %at2
  %sum = fadd float %v1, %v2
  %to = getelementptr float, ptr %b, i64 %wide2
  store float %sum, ptr %to
  ret void
}
declare i64 @__mux_get_global_id(i32)
