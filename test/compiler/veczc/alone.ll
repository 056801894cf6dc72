; On IR the vectoriser runs alone: a body that a work-group function calls gets a vector variant, and the
; kernel its width.
; RUN: muxc --passes=outline-work-items %s -o %t.ll
; RUN: veczc --width=4 --verify-each --remarks %t.ll 2>%t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
; RUN: veczc -cl-kiln-vectorize=never %t.ll | FileCheck %s --check-prefix=NEVER
; CHECK: define void @k(ptr %p) {{.*}}!kiln.vector_width ![[WIDTH:[0-9]+]]
; CHECK: load <4 x i32>
; CHECK: store <4 x i32>
; CHECK: "kiln-vector-variant"=
; CHECK: ![[WIDTH]] = !{i64 4, i64 0}
; REMARK: remark: kernel 'k' is vectorised: 4 work-items along dimension 0
; NEVER-NOT: x i32>
; NEVER-NOT: kiln.vector_width
target datalayout = "e-p:64:64"
define void @k(ptr %p) "mux-kernel"="entry-point" {
  %i = call i64 @__mux_get_global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %at
  %w = add i32 %v, 7
  store i32 %w, ptr %at
  ret void
}
declare i64 @__mux_get_global_id(i32) memory(none)
