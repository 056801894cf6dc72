; A switch with many cases becomes a tree of smaller ones.
; RUN: muxc --passes='split-switches' --verify-each %s | FileCheck %s
; RUN: muxc --passes='split-switches' --verify-each -cl-kiln-disable-steps=split-switches %s | FileCheck %s --check-prefix=OFF
; CHECK-COUNT-2: switch i32
; OFF-COUNT-1: switch i32
; OFF-NOT: switch i32
define i32 @f(i32 %v) {
  switch i32 %v, label %one [
    i32 0, label %two
    i32 7, label %one
    i32 14, label %two
    i32 21, label %one
    i32 28, label %two
    i32 35, label %one
    i32 42, label %two
    i32 49, label %one
    i32 56, label %two
    i32 63, label %one
    i32 70, label %two
    i32 77, label %one
    i32 84, label %two
    i32 91, label %one
    i32 98, label %two
    i32 105, label %one
    i32 112, label %two
    i32 119, label %one
    i32 126, label %two
    i32 133, label %one
    i32 140, label %two
    i32 147, label %one
    i32 154, label %two
    i32 161, label %one
    i32 168, label %two
    i32 175, label %one
    i32 182, label %two
    i32 189, label %one
    i32 196, label %two
    i32 203, label %one
    i32 210, label %two
    i32 217, label %one
    i32 224, label %two
    i32 231, label %one
    i32 238, label %two
    i32 245, label %one
    i32 252, label %two
    i32 259, label %one
    i32 266, label %two
    i32 273, label %one
    i32 280, label %two
    i32 287, label %one
    i32 294, label %two
    i32 301, label %one
    i32 308, label %two
    i32 315, label %one
    i32 322, label %two
    i32 329, label %one
    i32 336, label %two
    i32 343, label %one
    i32 350, label %two
    i32 357, label %one
    i32 364, label %two
    i32 371, label %one
    i32 378, label %two
    i32 385, label %one
    i32 392, label %two
    i32 399, label %one
    i32 406, label %two
    i32 413, label %one
    i32 420, label %two
    i32 427, label %one
    i32 434, label %two
    i32 441, label %one
    i32 448, label %two
    i32 455, label %one
    i32 462, label %two
    i32 469, label %one
    i32 476, label %two
    i32 483, label %one
    i32 490, label %two
    i32 497, label %one
    i32 504, label %two
    i32 511, label %one
    i32 518, label %two
    i32 525, label %one
    i32 532, label %two
    i32 539, label %one
    i32 546, label %two
    i32 553, label %one
  ]
one:
  ret i32 1
two:
  ret i32 2
}
