; ModuleID = '<spirv>'
source_filename = "<spirv>"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; Function Attrs: convergent nounwind
define spir_kernel void @k(ptr addrspace(1) %0) #0 !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 !kernel_arg_base_type !2 !kernel_arg_type_qual !2 {
  %2 = alloca i32, align 4
  %3 = call spir_func i32 @_Z12get_work_dimv()
  store i32 %3, ptr %2, align 4
  %4 = alloca <3 x i64>, align 32
  %5 = call spir_func i64 @_Z13get_global_idj(i32 0)
  %6 = insertelement <3 x i64> poison, i64 %5, i64 0
  %7 = call spir_func i64 @_Z13get_global_idj(i32 1)
  %8 = insertelement <3 x i64> %6, i64 %7, i64 1
  %9 = call spir_func i64 @_Z13get_global_idj(i32 2)
  %10 = insertelement <3 x i64> %8, i64 %9, i64 2
  store <3 x i64> %10, ptr %4, align 32
  %11 = load <3 x i64>, ptr %4, align 32
  %12 = extractelement <3 x i64> %11, i64 0
  %13 = load i32, ptr %2, align 4
  %14 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %12
  store i32 %13, ptr addrspace(1) %14, align 4
  ret void
}

; Function Attrs: convergent nounwind
declare spir_func i64 @_Z13get_global_idj(i32) #0

; Function Attrs: convergent nounwind
declare spir_func i32 @_Z12get_work_dimv() #0

attributes #0 = { convergent nounwind }

!0 = !{i32 1}
!1 = !{!"none"}
!2 = !{!""}
