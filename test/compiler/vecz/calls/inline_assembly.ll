; Inline assembly runs once for each lane, in the lanes' order, and never on vectors: also with uniform operands.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
; CHECK-LABEL: define void @f.simd(<4 x i32> %x, ptr addrspace(1) %p)
; CHECK: y.lanes:
; CHECK: [[LANE:%.*]] = call i32 @llvm.cttz.i32
; CHECK: [[X:%.*]] = extractelement <4 x i32> %x, i32 [[LANE]]
; CHECK: call i32 asm "bsr $1, $0", "=r,r"(i32 [[X]])
; CHECK: br i1 {{.*}}, label %y.lanes, label %y.done
; CHECK: z.lanes:
; CHECK: call i32 asm sideeffect "incl ($1); movl ($1), $0", "=r,r"(ptr addrspace(1) %p)
; CHECK: br i1 {{.*}}, label %z.lanes, label %z.done
; CHECK-NOT: asm
; CHECK: ret void
define void @f(i32 %x, ptr addrspace(1) %p) "kiln-work-item-function" "kiln-simd-group"="4,0,0,varying,uniform" {
  %y = call i32 asm "bsr $1, $0", "=r,r"(i32 %x) "kiln-asm-target"="x86_64"
  %z = call i32 asm sideeffect "incl ($1); movl ($1), $0", "=r,r"(ptr addrspace(1) %p) "kiln-asm-target"="x86_64"
  %s = add i32 %y, %z
  store i32 %s, ptr addrspace(1) %p
  ret void
}
