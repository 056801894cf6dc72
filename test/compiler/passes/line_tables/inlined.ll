; Locations without a subprogram, one of them inlined from another file, get one. A function without
; locations has none, and neither has a call in it.
; RUN: muxc --passes=line-tables %s | FileCheck %s
; CHECK: define void @k({{.*}} !dbg ![[K:[0-9]+]] {
; CHECK: store i32 1, {{.*}}, !dbg ![[OWN:[0-9]+]]
; CHECK: store i32 2, {{.*}}, !dbg ![[INLINED:[0-9]+]]
; CHECK: call void @plain({{.*}}), !dbg ![[NOWHERE:[0-9]+]]
; CHECK: br i1 {{.*}}, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK: define void @plain(ptr %p) {
; CHECK: !llvm.dbg.cu = !{![[UNIT:[0-9]+]]}
; CHECK-DAG: ![[UNIT]] = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: ![[A:[0-9]+]],
; CHECK-DAG: ![[A]] = !DIFile(filename: "a.cl"
; CHECK-DAG: ![[B:[0-9]+]] = !DIFile(filename: "b.h"
; CHECK-DAG: ![[K]] = distinct !DISubprogram(name: "k", scope: ![[A]], file: ![[A]], line: 3,
; CHECK-DAG: ![[OWN]] = !DILocation(line: 4, column: 5, scope: ![[K]])
; CHECK-DAG: ![[BLOCK:[0-9]+]] = !DILexicalBlockFile(scope: ![[K]], file: ![[B]]
; CHECK-DAG: ![[INLINED]] = !DILocation(line: 9, column: 1, scope: ![[BLOCK]])
; CHECK-DAG: ![[NOWHERE]] = !DILocation(line: 0, scope: ![[K]])
; CHECK-DAG: ![[LOOP]] = distinct !{![[LOOP]], ![[OWN]],
define void @k(ptr %p, i1 %c) {
entry:
  br label %loop
loop:
  store i32 1, ptr %p, !dbg !8
  store i32 2, ptr %p, !dbg !9
  call void @plain(ptr %p)
  br i1 %c, label %loop, label %exit, !llvm.loop !11
exit:
  ret void
}
define void @plain(ptr %p) {
  store i32 3, ptr %p
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "x", emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = !DIFile(filename: "b.h", directory: "/")
!5 = !DISubroutineType(types: !{})
!6 = distinct !DISubprogram(name: "f", file: !1, line: 3, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!7 = distinct !DISubprogram(name: "g", file: !4, line: 8, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 4, column: 5, scope: !6)
!9 = distinct !DILocation(line: 9, column: 1, scope: !7, inlinedAt: !10)
!10 = distinct !DILocation(line: 5, column: 2, scope: !6)
!11 = distinct !{!11, !8, !8}
