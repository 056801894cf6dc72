; Variables are zero from their alloca on, and again at each start of a lifetime. Images and the like have
; no bytes. Local variables, possibly with loads only, begin as zeros.
; RUN: muxc --passes=zero-memory --verify-each %s | FileCheck %s
; RUN: muxc "--passes=zero-memory,function(sroa)" --verify-each %s | FileCheck --check-prefix=VALUE %s

; CHECK: @local = internal addrspace(3) global [4 x i32] zeroinitializer
@local = internal addrspace(3) global [4 x i32] undef

; CHECK-LABEL: define i32 @f(
; CHECK: %word = alloca i32
; CHECK-NEXT: store i32 0, ptr %word
; CHECK: %many = alloca [100 x i8], align 4
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 4 %many, i8 0, i64 100, i1 false)
; CHECK: call void @llvm.lifetime.start
; CHECK-NEXT: store <4 x float> zeroinitializer, ptr %vector
; CHECK: %image = alloca target("spirv.Event")
; CHECK-NEXT: load
; VALUE-LABEL: define i32 @f(
; VALUE-NOT: undef
; VALUE: ret i32 0
define i32 @f() {
  %word = alloca i32
  %many = alloca [100 x i8], align 4
  %vector = alloca <4 x float>
  call void @llvm.lifetime.start.p0(ptr %vector)
  %v = load <4 x float>, ptr %vector
  call void @llvm.lifetime.end.p0(ptr %vector)
  %image = alloca target("spirv.Event")
  %w = load i32, ptr %word
  ret i32 %w
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; CHECK: define void @k() #[[KERNEL:[0-9]+]]
; CHECK: attributes #[[KERNEL]] = { "kiln-zero-local" "kiln-zero-private" "mux-kernel"="entry-point" }
define void @k() "mux-kernel"="entry-point" {
  ret void
}
