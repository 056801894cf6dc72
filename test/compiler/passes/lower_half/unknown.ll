; An operation without an equivalent in float is an error, instead of wrong code.
; RUN: not muxc --target=host --target-properties="cpu=x86-64-v2" --passes=lower-half %s 2>&1 | FileCheck %s
; CHECK: no half-precision form of this operation for the device: atomicrmw
define half @k(ptr %p, half %x) {
  %old = atomicrmw fadd ptr %p, half %x seq_cst
  ret half %old
}
