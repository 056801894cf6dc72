; No work-item is left out if an effect is for all, the bound is a work-item's own, the comparison bounds no
; ids, or results may differ.
; RUN: muxc --passes=work-item-loops --verify-each %s | FileCheck %s
; CHECK-NOT: umin
; CHECK-NOT: freeze
define internal void @items1(ptr %p) noinline "kiln-work-group-function" {
  call void @effect_for_all(ptr %p)
  ret void
}
define internal void @effect_for_all(ptr %p) noinline "kiln-work-item-function" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %in = icmp ult i64 %id, 4
  br i1 %in, label %then, label %end
then:
  store i32 1, ptr %p
  br label %end
end:
  fence seq_cst
  ret void
}
define internal void @items2(ptr %p) noinline "kiln-work-group-function" {
  call void @own_bound(ptr %p)
  ret void
}
define internal void @own_bound(ptr %p) noinline "kiln-work-item-function" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %n = load i64, ptr %p
  %in = icmp ult i64 %id, %n
  %other = icmp ne i64 %id, 3
  %both = and i1 %in, %other
  br i1 %both, label %then, label %end
then:
  store i32 1, ptr %p
  br label %end
end:
  ret void
}
define internal i32 @items3(ptr %p) noinline "kiln-work-group-function" {
  %r = call i32 @two_results(ptr %p)
  ret i32 %r
}
define internal i32 @two_results(ptr %p) noinline "kiln-work-item-function" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %in = icmp ult i64 %id, 4
  br i1 %in, label %then, label %end
then:
  store i32 1, ptr %p
  ret i32 1
end:
  ret i32 2
}
define internal void @items4(ptr %p) noinline "kiln-work-group-function" {
  call void @other_way(ptr %p)
  ret void
}
; Both successors of a branch lead to the effect, or an alternative does.
define internal void @other_way(ptr %p) noinline "kiln-work-item-function" {
  %id = call i64 @__mux_get_local_id(i32 0)
  %in = icmp ult i64 %id, 4
  %even = trunc i64 %id to i1
  %either = or i1 %in, %even
  br i1 %either, label %then, label %end
then:
  store i32 1, ptr %p
  br label %end
end:
  ret void
}
declare i64 @__mux_get_local_id(i32) nounwind willreturn memory(none)
