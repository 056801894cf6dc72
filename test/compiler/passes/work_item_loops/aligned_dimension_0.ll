; SIMD groups with sub-group ids run only if the group is one row, or if its rows are whole SIMD groups, where items ask for ids of rows.
; The group's first sub-group, alone, is its first 16 work-items.
; RUN: muxc --passes=work-item-loops --verify-each %s | FileCheck %s
; CHECK-LABEL: define internal void @items(
; CHECK: %[[ROWS:.*]] = mul nuw i64 %{{.*}}, %{{.*}}
; CHECK: %[[ONE:.*]] = icmp eq i64 %[[ROWS]], 1
; CHECK: %[[WHOLE:.*]] = icmp eq i64 %{{.*}}, %{{.*}}
; CHECK: %[[ALIGNED:.*]] = or i1 %[[ONE]], %[[WHOLE]]
; CHECK: %[[MAY:.*]] = and i1 %{{.*}}, %[[ALIGNED]]
; CHECK: %item.simd_groups = select i1 %[[MAY]], i64 %{{.*}}, i64 0
; CHECK-LABEL: define internal void @first(
; CHECK: %[[END:.*]] = mul nuw i64 %{{.*}}, 16
; CHECK: item.y:
; CHECK: call i64 @llvm.usub.sat.i64(i64 %[[END]], i64 %{{.*}})
; Without ids along x, y and z the group is one row of all work-items.
; CHECK-LABEL: define internal void @without_rows(
; CHECK: %[[PLANE:.*]] = mul nuw i64 %{{.*}}, %{{.*}}
; CHECK: %[[ALL:.*]] = mul nuw i64 %{{.*}}, %[[PLANE]]
; CHECK: and i64 %[[ALL]], -8
; CHECK: call void @kiln.set_work_item(i64 %item.x.simd{{.*}}, i64 %item.y{{.*}}, i64 0, i64 %item.item)
; CHECK-NEXT: call void @anywhere.v8(
; CHECK: icmp ult i64 %{{.*}}, %[[ALL]]
define internal void @items(ptr %p) noinline "kiln-work-group-function" {
  call void @body(ptr %p)
  ret void
}
define internal void @body(ptr %p) noinline "kiln-work-item-function" "kiln-vector-variant"="body.v8" {
  %id = call i32 @kiln.sub_group_id(i32 16)
  %x = call i64 @__mux_get_global_id(i32 0)
  store i32 %id, ptr %p
  ret void
}
define internal void @body.v8(ptr %p) noinline "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i32 @kiln.sub_group_id(i32 16)
  store i32 %id, ptr %p
  ret void
}
define internal void @first(ptr %p) noinline "kiln-work-group-function" {
  call void @of_first(ptr %p)
  ret void
}
define internal void @of_first(ptr %p) noinline "kiln-work-item-function" {
  %id = call i32 @kiln.sub_group_id(i32 16)
  %x = call i64 @__mux_get_local_id(i32 0)
  %in = icmp eq i32 %id, 0
  br i1 %in, label %then, label %end
then:
  store i32 %id, ptr %p
  br label %end
end:
  ret void
}
define internal void @without_rows(ptr %p) noinline "kiln-work-group-function" {
  call void @anywhere(ptr %p)
  ret void
}
define internal void @anywhere(ptr %p) noinline "kiln-work-item-function" "kiln-vector-variant"="anywhere.v8" {
  %id = call i32 @kiln.sub_group_id(i32 16)
  store i32 %id, ptr %p
  ret void
}
define internal void @anywhere.v8(ptr %p) noinline "kiln-work-item-function" "kiln-simd-group"="8,0,0" {
  %id = call i32 @kiln.sub_group_id(i32 16)
  store i32 %id, ptr %p
  ret void
}
declare i64 @__mux_get_local_id(i32) nounwind willreturn memory(none)
declare i32 @kiln.sub_group_id(i32) nounwind willreturn memory(none)
declare i64 @__mux_get_global_id(i32) nounwind willreturn memory(none)
