; A vector form that has one for several packets: rows four by four, then what is left of them, in
; which packets only run in rows that were not in a jam.
; RUN: muxc --passes=work-item-loops --verify-each %s | FileCheck %s
; CHECK-LABEL: define internal void @items(
; CHECK: %[[ROWS:.*]] = and i64 %{{.*}}, -4
; CHECK: %item.jams = select i1 %{{.*}}, i64 %[[ROWS]], i64 0
; CHECK: item.after_jams:
; CHECK: icmp ne i64 %item.jams
; CHECK: icmp ne i64 %item.packets
; CHECK: br i1 %{{.*}}, label %item.others, label %item.all_done
; CHECK: item.x.jam:
; CHECK: call void @kiln.set_work_item(i64 %[[X:item.x.jam[0-9]*]], i64 %[[Y:item.y[0-9]*]], i64 %item.z{{.*}}, i64 %{{.*}})
; CHECK: call void @body.v8.x4()
; CHECK: add nuw nsw i64 %[[X]], 8
; CHECK: %[[NEXT:.*]] = add nuw nsw i64 %[[Y]], 4
; CHECK: icmp ult i64 %[[NEXT]], %item.jams
; CHECK: %[[JAMMED:.*]] = icmp ult i64 %{{.*}}, %item.jams
; CHECK: %[[START:.*]] = select i1 %[[JAMMED]], i64 %item.packets, i64 0
; CHECK: phi i64 [ %[[START]], %item.packets{{[0-9]*}} ]
; CHECK: call void @body.v8()
; CHECK: phi i64 [ %item.packets, %item.rest ]
; CHECK: call void @body()
define internal void @items() noinline "kiln-for-all-items" {
  call void @body()
  ret void
}
define internal void @body() noinline "kiln-item-body" "kiln-vector-form"="body.v8" {
  ret void
}
define internal void @body.v8() noinline "kiln-item-body" "kiln-packet"="8,0,0" "kiln-jammed-form"="body.v8.x4" {
  ret void
}
define internal void @body.v8.x4() noinline "kiln-item-body" "kiln-jam"="1,4" {
  ret void
}
