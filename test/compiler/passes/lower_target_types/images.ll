; Images become pointers to their descriptors, samplers words. Conversions between both go, and loads from
; a descriptor are invariant.
; RUN: muxc --passes=lower-target-types --verify-each %s | FileCheck %s
; CHECK-NOT: target(
declare ptr addrspace(2) @_Z16__mux_image_data14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare i32 @__mux_sampler_word(target("spirv.Sampler"))
declare target("spirv.Sampler") @__mux_sampler(i32)

; CHECK-LABEL: define i32 @width(ptr addrspace(2) %image)
; CHECK-NEXT: %member = getelementptr i8, ptr addrspace(2) %image, i64 24
; CHECK-NEXT: load i32, ptr addrspace(2) %member, align 4, !invariant.load
define i32 @width(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image) {
  %data = call ptr addrspace(2) @_Z16__mux_image_data14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  %member = getelementptr i8, ptr addrspace(2) %data, i64 24
  %width = load i32, ptr addrspace(2) %member
  ret i32 %width
}

; CHECK-LABEL: define i32 @words(i32 %sampler)
; CHECK-NEXT: add i32 %sampler, 18
define i32 @words(target("spirv.Sampler") %sampler) {
  %constant = call target("spirv.Sampler") @__mux_sampler(i32 18)
  %first = call i32 @__mux_sampler_word(target("spirv.Sampler") %sampler)
  %second = call i32 @__mux_sampler_word(target("spirv.Sampler") %constant)
  %sum = add i32 %first, %second
  ret i32 %sum
}
; CHECK-NOT: target(
; CHECK-NOT: declare
