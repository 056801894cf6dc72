; The library's get_image_array_size gives 64 bits.
; RUN: muxc --passes=widen-size-arguments --verify-each %s | FileCheck %s
target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir"
%image = type target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 0)

; CHECK-LABEL: define i32 @k(
; CHECK-NEXT: [[WIDE:%.*]] = call spir_func i64 @_Z20get_image_array_size20ocl_image2d_array_ro(
; CHECK-NEXT: [[SIZE:%.*]] = trunc i64 [[WIDE]] to i32
; CHECK-NEXT: ret i32 [[SIZE]]
define i32 @k(%image %i) {
  %n = call spir_func i32 @_Z20get_image_array_size20ocl_image2d_array_ro(%image %i)
  ret i32 %n
}
; CHECK: declare spir_func i64 @_Z20get_image_array_size20ocl_image2d_array_ro(
declare spir_func i32 @_Z20get_image_array_size20ocl_image2d_array_ro(%image)
