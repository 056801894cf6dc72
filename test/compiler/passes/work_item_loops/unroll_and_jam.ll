; A vector variant with an unrolled one: rows four by four, then the remaining rows, with SIMD groups only in
; rows that were not unrolled.
; RUN: muxc --passes=work-item-loops --verify-each %s | FileCheck %s
; CHECK-LABEL: define internal void @items(
; CHECK: %[[ROWS:.*]] = and i64 %{{.*}}, -4
; CHECK: %item.unrolled_groups = select i1 %{{.*}}, i64 %[[ROWS]], i64 0
; CHECK: item.after_unrolled:
; CHECK: icmp ne i64 %[[END:.*]], %
; CHECK: icmp ne i64 %item.simd_groups
; CHECK: br i1 %{{.*}}, label %item.others, label %item.all_done
; CHECK: item.x.unrolled:
; CHECK: call void @kiln.set_work_item(i64 %[[X:item.x.unrolled[0-9]*]], i64 %[[Y:item.y[0-9]*]], i64 %item.z{{.*}}, i64 %{{.*}})
; CHECK: call void @body.v8.x4()
; CHECK: add nuw nsw i64 %[[X]], 8
; CHECK: %[[NEXT:.*]] = add nuw nsw i64 %[[Y]], 4
; CHECK: icmp ult i64 %[[NEXT]], %[[END]]
; CHECK: %[[JAMMED:.*]] = icmp ult i64 %{{.*}}, %[[END]]
; CHECK: %[[START:.*]] = select i1 %[[JAMMED]], i64 %item.simd_groups, i64 0
; CHECK: phi i64 [ %[[START]], %item.simd_groups{{[0-9]*}} ]
; CHECK: call void @body.v8()
; CHECK: phi i64 [ %item.simd_groups, %item.remainder ]
; CHECK: call void @body()
define internal void @items() noinline "kiln-work-group-function" {
  call void @body()
  ret void
}
define internal void @body() noinline "kiln-work-item-function" "kiln-vector-variant"="body.v8" {
  ret void
}
define internal void @body.v8() noinline "kiln-work-item-function" "kiln-simd-group"="8,0,0" "kiln-unrolled-variant"="body.v8.x4" {
  ret void
}
define internal void @body.v8.x4() noinline "kiln-work-item-function" "kiln-unroll-and-jam"="1,4" {
  ret void
}
