// Every query of every clGet…Info up to OpenCL 3.0: its answer has the right size.

#include <CL/cl_ext.h>

#include <functional>
#include <span>

#include "fixture.h"

namespace {

enum class Form { one, text, list };

/// A query and the bytes of its answer, or of an element of it.
struct Answer {
  cl_uint name;
  size_t size;
  Form form;
};

constexpr Answer deviceAnswers[] = {
    {CL_DEVICE_TYPE, sizeof(cl_device_type), Form::one},
    {CL_DEVICE_VENDOR_ID, sizeof(cl_uint), Form::one},
    {CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(cl_uint), Form::one},
    {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, sizeof(cl_uint), Form::one},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, sizeof(cl_uint), Form::one},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, sizeof(cl_uint), Form::one},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, sizeof(cl_uint), Form::one},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, sizeof(cl_uint), Form::one},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, sizeof(cl_uint), Form::one},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, sizeof(cl_uint), Form::one},
    {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, sizeof(cl_uint), Form::one},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, sizeof(cl_uint), Form::one},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, sizeof(cl_uint), Form::one},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, sizeof(cl_uint), Form::one},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, sizeof(cl_uint), Form::one},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, sizeof(cl_uint), Form::one},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, sizeof(cl_uint), Form::one},
    {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, sizeof(cl_uint), Form::one},
    {CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof(cl_uint), Form::one},
    {CL_DEVICE_ADDRESS_BITS, sizeof(cl_uint), Form::one},
    {CL_DEVICE_MAX_READ_IMAGE_ARGS, sizeof(cl_uint), Form::one},
    {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, sizeof(cl_uint), Form::one},
    {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, sizeof(cl_uint), Form::one},
    {CL_DEVICE_MAX_SAMPLERS, sizeof(cl_uint), Form::one},
    {CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof(cl_uint), Form::one},
    {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, sizeof(cl_uint), Form::one},
    {CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, sizeof(cl_uint), Form::one},
    {CL_DEVICE_MAX_CONSTANT_ARGS, sizeof(cl_uint), Form::one},
    {CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof(cl_uint), Form::one},
    {CL_DEVICE_REFERENCE_COUNT, sizeof(cl_uint), Form::one},
    {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, sizeof(cl_uint), Form::one},
    {CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, sizeof(cl_uint), Form::one},
    {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, sizeof(cl_uint), Form::one},
    {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, sizeof(cl_uint), Form::one},
    {CL_DEVICE_MAX_ON_DEVICE_QUEUES, sizeof(cl_uint), Form::one},
    {CL_DEVICE_MAX_ON_DEVICE_EVENTS, sizeof(cl_uint), Form::one},
    {CL_DEVICE_MAX_PIPE_ARGS, sizeof(cl_uint), Form::one},
    {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, sizeof(cl_uint), Form::one},
    {CL_DEVICE_PIPE_MAX_PACKET_SIZE, sizeof(cl_uint), Form::one},
    {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, sizeof(cl_uint), Form::one},
    {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, sizeof(cl_uint), Form::one},
    {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, sizeof(cl_uint), Form::one},
    {CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof(cl_uint), Form::one},
    {CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(cl_ulong), Form::one},
    {CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(cl_ulong), Form::one},
    {CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, sizeof(cl_ulong), Form::one},
    {CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, sizeof(cl_ulong), Form::one},
    {CL_DEVICE_LOCAL_MEM_SIZE, sizeof(cl_ulong), Form::one},
    {CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t), Form::one},
    {CL_DEVICE_IMAGE2D_MAX_WIDTH, sizeof(size_t), Form::one},
    {CL_DEVICE_IMAGE2D_MAX_HEIGHT, sizeof(size_t), Form::one},
    {CL_DEVICE_IMAGE3D_MAX_WIDTH, sizeof(size_t), Form::one},
    {CL_DEVICE_IMAGE3D_MAX_HEIGHT, sizeof(size_t), Form::one},
    {CL_DEVICE_IMAGE3D_MAX_DEPTH, sizeof(size_t), Form::one},
    {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, sizeof(size_t), Form::one},
    {CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, sizeof(size_t), Form::one},
    {CL_DEVICE_MAX_PARAMETER_SIZE, sizeof(size_t), Form::one},
    {CL_DEVICE_PROFILING_TIMER_RESOLUTION, sizeof(size_t), Form::one},
    {CL_DEVICE_PRINTF_BUFFER_SIZE, sizeof(size_t), Form::one},
    {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof(size_t), Form::one},
    {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, sizeof(size_t), Form::one},
    {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size_t), Form::one},
    {CL_DEVICE_IMAGE_SUPPORT, sizeof(cl_bool), Form::one},
    {CL_DEVICE_ERROR_CORRECTION_SUPPORT, sizeof(cl_bool), Form::one},
    {CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof(cl_bool), Form::one},
    {CL_DEVICE_ENDIAN_LITTLE, sizeof(cl_bool), Form::one},
    {CL_DEVICE_AVAILABLE, sizeof(cl_bool), Form::one},
    {CL_DEVICE_COMPILER_AVAILABLE, sizeof(cl_bool), Form::one},
    {CL_DEVICE_LINKER_AVAILABLE, sizeof(cl_bool), Form::one},
    {CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, sizeof(cl_bool), Form::one},
    {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, sizeof(cl_bool), Form::one},
    {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof(cl_bool), Form::one},
    {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof(cl_bool), Form::one},
    {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, sizeof(cl_bool), Form::one},
    {CL_DEVICE_PIPE_SUPPORT, sizeof(cl_bool), Form::one},
    {CL_DEVICE_SINGLE_FP_CONFIG, sizeof(cl_device_fp_config), Form::one},
    {CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(cl_device_fp_config), Form::one},
    {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, sizeof(cl_device_mem_cache_type), Form::one},
    {CL_DEVICE_LOCAL_MEM_TYPE, sizeof(cl_device_local_mem_type), Form::one},
    {CL_DEVICE_EXECUTION_CAPABILITIES, sizeof(cl_device_exec_capabilities), Form::one},
    {CL_DEVICE_QUEUE_PROPERTIES, sizeof(cl_command_queue_properties), Form::one},
    {CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, sizeof(cl_command_queue_properties), Form::one},
    {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, sizeof(cl_command_queue_properties), Form::one},
    {CL_DEVICE_PLATFORM, sizeof(cl_platform_id), Form::one},
    {CL_DEVICE_PARENT_DEVICE, sizeof(cl_device_id), Form::one},
    {CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof(cl_device_affinity_domain), Form::one},
    {CL_DEVICE_SVM_CAPABILITIES, sizeof(cl_device_svm_capabilities), Form::one},
    {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof(cl_device_atomic_capabilities), Form::one},
    {CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, sizeof(cl_device_atomic_capabilities), Form::one},
    {CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof(cl_device_device_enqueue_capabilities),
     Form::one},
    {CL_DEVICE_NUMERIC_VERSION, sizeof(cl_version), Form::one},
    {CL_DEVICE_NAME, 1, Form::text},
    {CL_DEVICE_VENDOR, 1, Form::text},
    {CL_DRIVER_VERSION, 1, Form::text},
    {CL_DEVICE_PROFILE, 1, Form::text},
    {CL_DEVICE_VERSION, 1, Form::text},
    {CL_DEVICE_EXTENSIONS, 1, Form::text},
    {CL_DEVICE_OPENCL_C_VERSION, 1, Form::text},
    {CL_DEVICE_BUILT_IN_KERNELS, 1, Form::text},
    {CL_DEVICE_IL_VERSION, 1, Form::text},
    {CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, 1, Form::text},
    {CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(size_t), Form::list},
    {CL_DEVICE_PARTITION_PROPERTIES, sizeof(cl_device_partition_property), Form::list},
    {CL_DEVICE_PARTITION_TYPE, sizeof(cl_device_partition_property), Form::list},
    {CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof(cl_name_version), Form::list},
    {CL_DEVICE_OPENCL_C_FEATURES, sizeof(cl_name_version), Form::list},
    {CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof(cl_name_version), Form::list},
    {CL_DEVICE_ILS_WITH_VERSION, sizeof(cl_name_version), Form::list},
    {CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, sizeof(cl_name_version), Form::list},
};

constexpr Answer platformAnswers[] = {
    {CL_PLATFORM_PROFILE, 1, Form::text},
    {CL_PLATFORM_VERSION, 1, Form::text},
    {CL_PLATFORM_NAME, 1, Form::text},
    {CL_PLATFORM_VENDOR, 1, Form::text},
    {CL_PLATFORM_EXTENSIONS, 1, Form::text},
    {CL_PLATFORM_HOST_TIMER_RESOLUTION, sizeof(cl_ulong), Form::one},
    {CL_PLATFORM_NUMERIC_VERSION, sizeof(cl_version), Form::one},
    {CL_PLATFORM_EXTENSIONS_WITH_VERSION, sizeof(cl_name_version), Form::list},
    {CL_PLATFORM_ICD_SUFFIX_KHR, 1, Form::text},
};
constexpr Answer contextAnswers[] = {
    {CL_CONTEXT_REFERENCE_COUNT, sizeof(cl_uint), Form::one},
    {CL_CONTEXT_NUM_DEVICES, sizeof(cl_uint), Form::one},
    {CL_CONTEXT_DEVICES, sizeof(cl_device_id), Form::list},
    {CL_CONTEXT_PROPERTIES, sizeof(cl_context_properties), Form::list},
};
constexpr Answer queueAnswers[] = {
    {CL_QUEUE_CONTEXT, sizeof(cl_context), Form::one},
    {CL_QUEUE_DEVICE, sizeof(cl_device_id), Form::one},
    {CL_QUEUE_REFERENCE_COUNT, sizeof(cl_uint), Form::one},
    {CL_QUEUE_PROPERTIES, sizeof(cl_command_queue_properties), Form::one},
    {CL_QUEUE_DEVICE_DEFAULT, sizeof(cl_command_queue), Form::one},
    {CL_QUEUE_PROPERTIES_ARRAY, sizeof(cl_queue_properties), Form::list},
};
constexpr Answer memoryAnswers[] = {
    {CL_MEM_TYPE, sizeof(cl_mem_object_type), Form::one},
    {CL_MEM_FLAGS, sizeof(cl_mem_flags), Form::one},
    {CL_MEM_SIZE, sizeof(size_t), Form::one},
    {CL_MEM_HOST_PTR, sizeof(void *), Form::one},
    {CL_MEM_MAP_COUNT, sizeof(cl_uint), Form::one},
    {CL_MEM_REFERENCE_COUNT, sizeof(cl_uint), Form::one},
    {CL_MEM_CONTEXT, sizeof(cl_context), Form::one},
    {CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(cl_mem), Form::one},
    {CL_MEM_OFFSET, sizeof(size_t), Form::one},
    {CL_MEM_USES_SVM_POINTER, sizeof(cl_bool), Form::one},
    {CL_MEM_PROPERTIES, sizeof(cl_mem_properties), Form::list},
};
constexpr Answer imageAnswers[] = {
    {CL_IMAGE_FORMAT, sizeof(cl_image_format), Form::one},
    {CL_IMAGE_ELEMENT_SIZE, sizeof(size_t), Form::one},
    {CL_IMAGE_ROW_PITCH, sizeof(size_t), Form::one},
    {CL_IMAGE_SLICE_PITCH, sizeof(size_t), Form::one},
    {CL_IMAGE_WIDTH, sizeof(size_t), Form::one},
    {CL_IMAGE_HEIGHT, sizeof(size_t), Form::one},
    {CL_IMAGE_DEPTH, sizeof(size_t), Form::one},
    {CL_IMAGE_ARRAY_SIZE, sizeof(size_t), Form::one},
    {CL_IMAGE_BUFFER, sizeof(cl_mem), Form::one},
    {CL_IMAGE_NUM_MIP_LEVELS, sizeof(cl_uint), Form::one},
    {CL_IMAGE_NUM_SAMPLES, sizeof(cl_uint), Form::one},
};
constexpr Answer samplerAnswers[] = {
    {CL_SAMPLER_REFERENCE_COUNT, sizeof(cl_uint), Form::one},
    {CL_SAMPLER_CONTEXT, sizeof(cl_context), Form::one},
    {CL_SAMPLER_NORMALIZED_COORDS, sizeof(cl_bool), Form::one},
    {CL_SAMPLER_ADDRESSING_MODE, sizeof(cl_addressing_mode), Form::one},
    {CL_SAMPLER_FILTER_MODE, sizeof(cl_filter_mode), Form::one},
    {CL_SAMPLER_PROPERTIES, sizeof(cl_sampler_properties), Form::list},
};
constexpr Answer programAnswers[] = {
    {CL_PROGRAM_REFERENCE_COUNT, sizeof(cl_uint), Form::one},
    {CL_PROGRAM_CONTEXT, sizeof(cl_context), Form::one},
    {CL_PROGRAM_NUM_DEVICES, sizeof(cl_uint), Form::one},
    {CL_PROGRAM_DEVICES, sizeof(cl_device_id), Form::list},
    {CL_PROGRAM_SOURCE, 1, Form::text},
    {CL_PROGRAM_IL, sizeof(char), Form::list},
    {CL_PROGRAM_BINARY_SIZES, sizeof(size_t), Form::list},
    {CL_PROGRAM_NUM_KERNELS, sizeof(size_t), Form::one},
    {CL_PROGRAM_KERNEL_NAMES, 1, Form::text},
    {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, sizeof(cl_bool), Form::one},
    {CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, sizeof(cl_bool), Form::one},
};
constexpr Answer buildAnswers[] = {
    {CL_PROGRAM_BUILD_STATUS, sizeof(cl_build_status), Form::one},
    {CL_PROGRAM_BUILD_OPTIONS, 1, Form::text},
    {CL_PROGRAM_BUILD_LOG, 1, Form::text},
    {CL_PROGRAM_BINARY_TYPE, sizeof(cl_program_binary_type), Form::one},
    {CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof(size_t), Form::one},
};
constexpr Answer kernelAnswers[] = {
    {CL_KERNEL_FUNCTION_NAME, 1, Form::text},
    {CL_KERNEL_NUM_ARGS, sizeof(cl_uint), Form::one},
    {CL_KERNEL_REFERENCE_COUNT, sizeof(cl_uint), Form::one},
    {CL_KERNEL_CONTEXT, sizeof(cl_context), Form::one},
    {CL_KERNEL_PROGRAM, sizeof(cl_program), Form::one},
    {CL_KERNEL_ATTRIBUTES, 1, Form::text},
};
constexpr Answer argumentAnswers[] = {
    {CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(cl_kernel_arg_address_qualifier), Form::one},
    {CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof(cl_kernel_arg_access_qualifier), Form::one},
    {CL_KERNEL_ARG_TYPE_NAME, 1, Form::text},
    {CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(cl_kernel_arg_type_qualifier), Form::one},
    {CL_KERNEL_ARG_NAME, 1, Form::text},
};
constexpr Answer workGroupAnswers[] = {
    {CL_KERNEL_WORK_GROUP_SIZE, sizeof(size_t), Form::one},
    {CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(size_t[3]), Form::one},
    {CL_KERNEL_LOCAL_MEM_SIZE, sizeof(cl_ulong), Form::one},
    {CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size_t), Form::one},
    {CL_KERNEL_PRIVATE_MEM_SIZE, sizeof(cl_ulong), Form::one},
};
constexpr Answer subGroupAnswers[] = {
    {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof(size_t), Form::one},
    {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof(size_t), Form::one},
    {CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof(size_t[3]), Form::one},
    {CL_KERNEL_MAX_NUM_SUB_GROUPS, sizeof(size_t), Form::one},
    {CL_KERNEL_COMPILE_NUM_SUB_GROUPS, sizeof(size_t), Form::one},
};
constexpr Answer eventAnswers[] = {
    {CL_EVENT_COMMAND_QUEUE, sizeof(cl_command_queue), Form::one},
    {CL_EVENT_CONTEXT, sizeof(cl_context), Form::one},
    {CL_EVENT_COMMAND_TYPE, sizeof(cl_command_type), Form::one},
    {CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(cl_int), Form::one},
    {CL_EVENT_REFERENCE_COUNT, sizeof(cl_uint), Form::one},
};
constexpr Answer profilingAnswers[] = {
    {CL_PROFILING_COMMAND_QUEUED, sizeof(cl_ulong), Form::one},
    {CL_PROFILING_COMMAND_SUBMIT, sizeof(cl_ulong), Form::one},
    {CL_PROFILING_COMMAND_START, sizeof(cl_ulong), Form::one},
    {CL_PROFILING_COMMAND_END, sizeof(cl_ulong), Form::one},
    {CL_PROFILING_COMMAND_COMPLETE, sizeof(cl_ulong), Form::one},
};

using Query = std::function<cl_int(cl_uint name, size_t size, void *value, size_t *sizeReturned)>;

void expectAnswers(std::span<const Answer> answers, const Query &query) {
  for (const Answer &answer : answers) {
    SCOPED_TRACE(testing::Message() << "query 0x" << std::hex << answer.name);
    size_t size = 0;
    ASSERT_EQ(query(answer.name, 0, nullptr, &size), CL_SUCCESS);
    std::vector<char> value(size + 1, 'x');
    EXPECT_EQ(query(answer.name, size, value.data(), nullptr), CL_SUCCESS);
    EXPECT_EQ(value[size], 'x');
    if (answer.form == Form::one) {
      EXPECT_EQ(size, answer.size);
    } else if (answer.form == Form::list) {
      EXPECT_EQ(size % answer.size, 0u);
    } else if (size != 0) {
      EXPECT_EQ(std::string(value.data()).size(), size - 1);
    }
    if (size != 0) {
      EXPECT_EQ(query(answer.name, size - 1, value.data(), nullptr), CL_INVALID_VALUE);
    }
  }
  size_t size = 0;
  EXPECT_EQ(query(0x7fff, 0, nullptr, &size), CL_INVALID_VALUE);
}

class QueryTable : public test::Fixture {};

TEST_F(QueryTable, PlatformsDevicesContextsQueues) {
  expectAnswers(platformAnswers,
                [&](auto... rest) { return clGetPlatformInfo(platform, rest...); });
  expectAnswers(deviceAnswers, [&](auto... rest) { return clGetDeviceInfo(device, rest...); });
  expectAnswers(contextAnswers, [&](auto... rest) { return clGetContextInfo(context, rest...); });
  expectAnswers(queueAnswers, [&](auto... rest) { return clGetCommandQueueInfo(queue, rest...); });
  size_t size = 0;
  EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, 0, nullptr, &size),
            CL_INVALID_COMMAND_QUEUE);
}

TEST_F(QueryTable, MemoryImagesSamplers) {
  auto buffer = makeBuffer(256);
  const cl_buffer_region region = {0, 128};
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = shape.image_height = 4;
  cl_int error = -1;
  test::OwnedMem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  test::OwnedMem image = clCreateImage(context, 0, &format, &shape, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  test::Owned<cl_sampler, clReleaseSampler> sampler =
      clCreateSamplerWithProperties(context, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  for (cl_mem memory : {buffer.get(), part.get(), image.get()}) {
    expectAnswers(memoryAnswers, [&](auto... rest) { return clGetMemObjectInfo(memory, rest...); });
  }
  expectAnswers(imageAnswers, [&](auto... rest) { return clGetImageInfo(image, rest...); });
  expectAnswers(samplerAnswers, [&](auto... rest) { return clGetSamplerInfo(sampler, rest...); });
}

TEST_F(QueryTable, ProgramsKernelsEvents) {
  auto program = build("kernel void k(global int *p) { *p = 1; }", "-cl-kernel-arg-info");
  auto kernel = makeKernel(program, "k");
  auto profiling = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  auto buffer = makeBuffer(64);
  setArguments(kernel, buffer.get());
  test::OwnedEvent event;
  const size_t one = 1;
  ASSERT_EQ(
      clEnqueueNDRangeKernel(profiling, kernel, 1, nullptr, &one, nullptr, 0, nullptr, event.out()),
      CL_SUCCESS);
  ASSERT_EQ(clFinish(profiling), CL_SUCCESS);
  expectAnswers(programAnswers, [&](auto... rest) { return clGetProgramInfo(program, rest...); });
  expectAnswers(buildAnswers,
                [&](auto... rest) { return clGetProgramBuildInfo(program, device, rest...); });
  expectAnswers(kernelAnswers, [&](auto... rest) { return clGetKernelInfo(kernel, rest...); });
  expectAnswers(argumentAnswers,
                [&](auto... rest) { return clGetKernelArgInfo(kernel, 0, rest...); });
  expectAnswers(workGroupAnswers,
                [&](auto... rest) { return clGetKernelWorkGroupInfo(kernel, device, rest...); });
  expectAnswers(eventAnswers, [&](auto... rest) { return clGetEventInfo(event, rest...); });
  expectAnswers(profilingAnswers,
                [&](auto... rest) { return clGetEventProfilingInfo(event, rest...); });
  cl_uint subGroups = 0;
  clGetDeviceInfo(device, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof subGroups, &subGroups, nullptr);
  if (subGroups != 0) {
    expectAnswers(subGroupAnswers, [&](auto... rest) {
      return clGetKernelSubGroupInfo(kernel, device, std::get<0>(std::tuple(rest...)), sizeof one,
                                     &one, std::get<1>(std::tuple(rest...)),
                                     std::get<2>(std::tuple(rest...)),
                                     std::get<3>(std::tuple(rest...)));
    });
  }
}

}  // namespace
