; A symbol that the code generator may call is renamed; an attribute has the kernel's name.
; RUN: muxc --passes=normalize-attributes --verify-each %s | FileCheck %s
; CHECK: define internal void @kiln.user.memset()
; CHECK: define dso_local void @kiln.user.memcpy() [[KERNEL:#[0-9]+]]
; CHECK: attributes [[KERNEL]] = { {{.*}}"kiln-kernel-name"="memcpy"
target triple = "x86_64-unknown-linux-gnu"
define void @memset() {
  ret void
}
define void @memcpy() "mux-kernel"="entry-point" {
  call void @memset()
  ret void
}
