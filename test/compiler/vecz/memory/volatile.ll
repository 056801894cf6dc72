; Volatile accesses of neighbouring elements are one volatile vector where all lanes are active. A masked
; access cannot be volatile, so it stands between fences of the thread; without masked accesses, inactive lanes
; are left out one by one.
; RUN: muxc --target=host --target-properties="cpu=skylake-avx512;features=+avx512f,+avx512vl,+avx512bw,+avx512dq" \
; RUN:   --passes=vecz-widen --verify-each %s | FileCheck %s --check-prefixes=CHECK,MASKED
; RUN: muxc --target=host --target-properties="cpu=x86-64;features=" --passes=vecz-widen --verify-each %s \
; RUN:   | FileCheck %s --check-prefixes=CHECK,EACH
declare void @kiln.mask(i1)

; CHECK-LABEL: define void @all.simd(
; CHECK: %[[V:.*]] = load volatile <4 x i32>, ptr %a, align 4
; CHECK: store volatile <4 x i32> %[[V]], ptr %b, align 4
; CHECK-NOT: volatile
define void @all(ptr %a, ptr %b) "kiln-work-item-function" "kiln-simd-group"="4,0,0,4,4" {
  %v = load volatile i32, ptr %a
  store volatile i32 %v, ptr %b
  ret void
}

; CHECK-LABEL: define void @some.simd(
; MASKED: fence syncscope("singlethread") seq_cst
; MASKED-NEXT: call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %a, <4 x i1> %m)
; MASKED-NEXT: fence syncscope("singlethread") seq_cst
; EACH: %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %m)
; EACH: br i1 %[[ALL]]
; EACH: store volatile <4 x i32> %v, ptr %a, align 4
; EACH-COUNT-4: store volatile i32
; EACH-NOT: masked
define void @some(ptr %a, i32 %v, i1 %m) "kiln-work-item-function" "kiln-simd-group"="4,0,0,4,varying,varying" {
  call void @kiln.mask(i1 %m)
  store volatile i32 %v, ptr %a
  ret void
}

; Backwards, with gaps, at one address, or atomic: lane by lane.
; CHECK-LABEL: define void @others.simd(
; CHECK-NOT: <2 x i32>, ptr
; CHECK-COUNT-2: load volatile i32, ptr {{.*}}
; CHECK-COUNT-2: store volatile i32 {{.*}}
; CHECK-COUNT-2: store volatile i32 {{.*}}, ptr %c, align 4
; CHECK-COUNT-2: store atomic volatile i32 {{.*}} monotonic
; CHECK: ret void
define void @others(ptr %back, ptr %gaps, ptr %c, ptr %d) "kiln-work-item-function" "kiln-simd-group"="2,0,0,-4,8,uniform,4" {
  %v = load volatile i32, ptr %back
  store volatile i32 %v, ptr %gaps
  store volatile i32 %v, ptr %c
  store atomic volatile i32 %v, ptr %d monotonic, align 4
  ret void
}
