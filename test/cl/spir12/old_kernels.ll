; What a producer of SPIR 1.2 writes, but for typed pointers: opencl.kernels, the old mangling of
; qualified pointers, printf mangled, events as pointers.
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024"
target triple = "spir64-unknown-unknown"

@format = internal unnamed_addr addrspace(2) constant [9 x i8] c"old: %d\0A\00", align 1
@old.copy = internal addrspace(3) global [4 x float] zeroinitializer, align 16

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func <4 x float> @_Z6vload4mPKU3AS1f(i64, ptr addrspace(1))
declare spir_func i32 @_Z10atomic_addPVU3AS1ii(ptr addrspace(1), i32)
declare spir_func ptr @_Z21async_work_group_copyPU3AS3fPKU3AS1fm9ocl_event(ptr addrspace(3), ptr addrspace(1), i64, ptr)
declare spir_func void @_Z17wait_group_eventsiP9ocl_event(i32, ptr)
declare spir_func i32 @_Z6printfPrU3AS2cz(ptr addrspace(2), ...)

define spir_kernel void @old(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %count) nounwind {
  %event = alloca ptr, align 8
  %first = call spir_func ptr @_Z21async_work_group_copyPU3AS3fPKU3AS1fm9ocl_event(ptr addrspace(3) @old.copy, ptr addrspace(1) %in, i64 2, ptr null)
  %inrest = getelementptr float, ptr addrspace(1) %in, i64 2
  %rest = getelementptr float, ptr addrspace(3) @old.copy, i64 2
  %second = call spir_func ptr @_Z21async_work_group_copyPU3AS3fPKU3AS1fm9ocl_event(ptr addrspace(3) %rest, ptr addrspace(1) %inrest, i64 2, ptr %first)
  store ptr %second, ptr %event, align 8
  call spir_func void @_Z17wait_group_eventsiP9ocl_event(i32 1, ptr %event)
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = call spir_func <4 x float> @_Z6vload4mPKU3AS1f(i64 %i, ptr addrspace(1) %in)
  %copied = load <4 x float>, ptr addrspace(3) @old.copy, align 16
  %sum = fadd <4 x float> %x, %copied
  %to = getelementptr <4 x float>, ptr addrspace(1) %out, i64 %i
  store <4 x float> %sum, ptr addrspace(1) %to, align 16
  %before = call spir_func i32 @_Z10atomic_addPVU3AS1ii(ptr addrspace(1) %count, i32 3)
  %isFirst = icmp eq i64 %i, 0
  br i1 %isFirst, label %say, label %end
say:
  %said = call spir_func i32 (ptr addrspace(2), ...) @_Z6printfPrU3AS2cz(ptr addrspace(2) @format, i32 42)
  br label %end
end:
  ret void
}

!opencl.kernels = !{!0}
!opencl.enable.FP_CONTRACT = !{}
!opencl.spir.version = !{!8}
!opencl.ocl.version = !{!8}
!opencl.used.extensions = !{!9}
!opencl.used.optional.core.features = !{!9}
!opencl.compiler.options = !{!9}
!0 = !{ptr @old, !1, !2, !3, !4, !5, !6, !7}
!1 = !{!"kernel_arg_addr_space", i32 1, i32 1, i32 1}
!2 = !{!"kernel_arg_access_qual", !"none", !"none", !"none"}
!3 = !{!"kernel_arg_type", !"float*", !"float4*", !"int*"}
!4 = !{!"kernel_arg_base_type", !"float*", !"float4*", !"int*"}
!5 = !{!"kernel_arg_type_qual", !"const", !"", !"volatile"}
!6 = !{!"kernel_arg_name", !"in", !"out", !"count"}
!7 = !{!"reqd_work_group_size", i32 4, i32 1, i32 1}
!8 = !{i32 1, i32 2}
!9 = !{}
