; Unsigned indices of 32 bits at a scalar base become signed ones; the base moves by their middle.
; RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --passes=sign-gather-indices --verify-each %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"
declare <16 x i32> @llvm.masked.gather.v16i32.v16p1(<16 x ptr addrspace(1)>, <16 x i1>, <16 x i32>)
declare void @llvm.masked.scatter.v8f64.v8p0(<8 x double>, <8 x ptr>, <8 x i1>)

; CHECK-LABEL: @moved(
; CHECK: [[BASE:%.*]] = getelementptr i32, ptr addrspace(1) %base, i64 2147483648
; CHECK: [[I:%.*]] = xor <16 x i32> %i, splat (i32 -2147483648)
; CHECK: [[WIDE:%.*]] = sext <16 x i32> [[I]] to <16 x i64>
; CHECK: [[P:%.*]] = getelementptr i32, ptr addrspace(1) [[BASE]], <16 x i64> [[WIDE]]
; CHECK: call <16 x i32> @llvm.masked.gather.v16i32.v16p1(<16 x ptr addrspace(1)> align 4 [[P]], <16 x i1> %m,
; CHECK-NOT: zext
define <16 x i32> @moved(ptr addrspace(1) %base, <16 x i32> %i, <16 x i1> %m) {
  %wide = zext <16 x i32> %i to <16 x i64>
  %p = getelementptr inbounds i32, ptr addrspace(1) %base, <16 x i64> %wide
  %x = call <16 x i32> @llvm.masked.gather.v16i32.v16p1(<16 x ptr addrspace(1)> align 4 %p, <16 x i1> %m, <16 x i32> zeroinitializer)
  ret <16 x i32> %x
}

; Indices without a sign need no other base.
; CHECK-LABEL: @plain(
; CHECK-NEXT: [[WIDE:%.*]] = sext <8 x i32> %i to <8 x i64>
; CHECK-NEXT: [[P:%.*]] = getelementptr double, ptr %base, <8 x i64> [[WIDE]]
; CHECK-NEXT: call void @llvm.masked.scatter.v8f64.v8p0(<8 x double> %x, <8 x ptr> align 8 [[P]], <8 x i1> %m)
define void @plain(ptr %base, <8 x i32> %i, <8 x double> %x, <8 x i1> %m) {
  %wide = zext nneg <8 x i32> %i to <8 x i64>
  %p = getelementptr double, ptr %base, <8 x i64> %wide
  call void @llvm.masked.scatter.v8f64.v8p0(<8 x double> %x, <8 x ptr> align 8 %p, <8 x i1> %m)
  ret void
}

; Other users keep the addresses. Signed and short indices, and vectors of bases, stay.
; CHECK-LABEL: @others(
; CHECK: %p = getelementptr i32, ptr addrspace(1) %base, <16 x i64> %wide
; CHECK: getelementptr i32, ptr addrspace(1) %base, i64 2147483648
; CHECK-NOT: i64 2147483648
; CHECK: ret
define <16 x ptr addrspace(1)> @others(ptr addrspace(1) %base, <16 x ptr addrspace(1)> %bases, <16 x i32> %i, <16 x i16> %k, <16 x i1> %m, ptr %out) {
  %wide = zext <16 x i32> %i to <16 x i64>
  %p = getelementptr i32, ptr addrspace(1) %base, <16 x i64> %wide
  %x = call <16 x i32> @llvm.masked.gather.v16i32.v16p1(<16 x ptr addrspace(1)> align 4 %p, <16 x i1> %m, <16 x i32> zeroinitializer)
  %q = getelementptr i32, <16 x ptr addrspace(1)> %bases, <16 x i64> %wide
  %y = call <16 x i32> @llvm.masked.gather.v16i32.v16p1(<16 x ptr addrspace(1)> align 4 %q, <16 x i1> %m, <16 x i32> %x)
  %short = zext <16 x i16> %k to <16 x i64>
  %r = getelementptr i32, ptr addrspace(1) %base, <16 x i64> %short
  %z = call <16 x i32> @llvm.masked.gather.v16i32.v16p1(<16 x ptr addrspace(1)> align 4 %r, <16 x i1> %m, <16 x i32> %y)
  store <16 x i32> %z, ptr %out
  ret <16 x ptr addrspace(1)> %p
}
