; Uniform branches stay. Phis are scalar or vector by their shape. Vectors stand behind definitions.
; RUN: muxc --passes=vecz-widen --verify-each %s | FileCheck %s
define float @f(ptr %p, i32 %n) "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
; CHECK-LABEL: define <8 x float> @f.simd(ptr %p, i32 %n)
; CHECK: loop:
; CHECK-NEXT: %i = phi i32 [ 0, %entry ], [ %next, %loop ]
; CHECK-NEXT: %item = phi i64 [ %gid, %entry ], [ %item.next, %loop ]
; CHECK-NEXT: %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
; CHECK: %at = getelementptr float, ptr %p, i64 %item
; CHECK: %sum.next = fadd <8 x float>
; CHECK: %item.next = add i64 %item, 64
; CHECK: br i1 %more, label %loop, label %done, !llvm.loop
; CHECK: ret <8 x float> %sum.next
entry:
  %gid = call i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %item = phi i64 [%gid, %entry], [%item.next, %loop]
  %sum = phi float [0.0, %entry], [%sum.next, %loop]
  %at = getelementptr inbounds float, ptr %p, i64 %item
  %value = load float, ptr %at
  %sum.next = fadd float %sum, %value
  %item.next = add nuw nsw i64 %item, 64
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done, !llvm.loop !0
done:
  ret float %sum.next
}
declare i64 @__mux_get_global_id(i32) memory(none)
!0 = distinct !{!0}
