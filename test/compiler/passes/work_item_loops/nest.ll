; Three loops around the work-item function, if it asks for ids along y and z; the innermost is marked.
; RUN: muxc --passes=outline-work-items,work-item-loops --verify-each %s | FileCheck %s
; CHECK: define internal void @k.item(i32 %x) #[[BODY:[0-9]+]]
; CHECK-LABEL: define internal void @k.items(i32 %x)
; CHECK: item.x:
; CHECK: call void @kiln.set_work_item(i64 %item.x{{.*}}, i64 %item.y{{.*}}, i64 %item.z{{.*}}, i64 %item.item)
; CHECK-NEXT: call void @k.item(i32 %x)
; CHECK: br i1 {{.*}}, label %item.x, label %item.x.done, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK: attributes #[[BODY]] = { alwaysinline "kiln-work-item-function" }
; CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[ITEMS:[0-9]+]], ![[SCALAR:[0-9]+]], ![[UNROLL:[0-9]+]]}
; CHECK: ![[ITEMS]] = !{!"kiln.item_loop"}
; CHECK: ![[SCALAR]] = !{!"llvm.loop.vectorize.enable", i1 false}
; CHECK: ![[UNROLL]] = !{!"llvm.loop.unroll.runtime.disable"}
define void @k(i32 %x) "mux-kernel"="entry-point" {
  %y = call i64 @__mux_get_local_id(i32 1)
  ret void
}
declare i64 @__mux_get_local_id(i32)
