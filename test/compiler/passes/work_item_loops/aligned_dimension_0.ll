; SIMD groups with sub-group ids run only if the group is one row, or if its rows are whole SIMD groups.
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
define internal void @items(ptr %p) noinline "kiln-work-group-function" {
  call void @body(ptr %p)
  ret void
}
define internal void @body(ptr %p) noinline "kiln-work-item-function" "kiln-vector-variant"="body.v8" {
  %id = call i32 @kiln.sub_group_id(i32 16)
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
  %in = icmp eq i32 %id, 0
  br i1 %in, label %then, label %end
then:
  store i32 %id, ptr %p
  br label %end
end:
  ret void
}
declare i32 @kiln.sub_group_id(i32) nounwind willreturn memory(none)
