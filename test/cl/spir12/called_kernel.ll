; Kernels that call kernels, as Clang 15 leaves them without optimisation.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z13get_global_idj(i32)

define spir_kernel void @inner(ptr addrspace(1) noundef %p, i32 noundef %more) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %at = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %old = load i32, ptr addrspace(1) %at, align 4
  %new = add i32 %old, %more
  store i32 %new, ptr addrspace(1) %at, align 4
  ret void
}

define spir_kernel void @middle(ptr addrspace(1) noundef %p) {
  call spir_kernel void @inner(ptr addrspace(1) noundef %p, i32 noundef 1)
  ret void
}

define spir_kernel void @outer(ptr addrspace(1) noundef %p) {
  call spir_kernel void @inner(ptr addrspace(1) noundef %p, i32 noundef 10)
  call spir_kernel void @middle(ptr addrspace(1) noundef %p)
  ret void
}

!opencl.ocl.version = !{!0}
!opencl.spir.version = !{!0}
!0 = !{i32 1, i32 2}
