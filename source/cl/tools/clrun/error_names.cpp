// OpenCL numbers its errors in two runs without names at run time: from 0 down for failures of
// commands, and from -30 down for wrong arguments, all of which begin with CL_INVALID_.

#include "error_names.h"

#include <cstddef>
#include <iterator>

namespace clrun {
namespace {

/// Names of the codes 0, -1, -2 and so on, without CL_.
constexpr const char *ofRunning[] = {"SUCCESS",
                                     "DEVICE_NOT_FOUND",
                                     "DEVICE_NOT_AVAILABLE",
                                     "COMPILER_NOT_AVAILABLE",
                                     "MEM_OBJECT_ALLOCATION_FAILURE",
                                     "OUT_OF_RESOURCES",
                                     "OUT_OF_HOST_MEMORY",
                                     "PROFILING_INFO_NOT_AVAILABLE",
                                     "MEM_COPY_OVERLAP",
                                     "IMAGE_FORMAT_MISMATCH",
                                     "IMAGE_FORMAT_NOT_SUPPORTED",
                                     "BUILD_PROGRAM_FAILURE",
                                     "MAP_FAILURE",
                                     "MISALIGNED_SUB_BUFFER_OFFSET",
                                     "EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST",
                                     "COMPILE_PROGRAM_FAILURE",
                                     "LINKER_NOT_AVAILABLE",
                                     "LINK_PROGRAM_FAILURE",
                                     "DEVICE_PARTITION_FAILED",
                                     "KERNEL_ARG_INFO_NOT_AVAILABLE"};
/// -30, -31, ...; up to -71.
constexpr const char *ofArguments[] = {"VALUE",
                                       "DEVICE_TYPE",
                                       "PLATFORM",
                                       "DEVICE",
                                       "CONTEXT",
                                       "QUEUE_PROPERTIES",
                                       "COMMAND_QUEUE",
                                       "HOST_PTR",
                                       "MEM_OBJECT",
                                       "IMAGE_FORMAT_DESCRIPTOR",
                                       "IMAGE_SIZE",
                                       "SAMPLER",
                                       "BINARY",
                                       "BUILD_OPTIONS",
                                       "PROGRAM",
                                       "PROGRAM_EXECUTABLE",
                                       "KERNEL_NAME",
                                       "KERNEL_DEFINITION",
                                       "KERNEL",
                                       "ARG_INDEX",
                                       "ARG_VALUE",
                                       "ARG_SIZE",
                                       "KERNEL_ARGS",
                                       "WORK_DIMENSION",
                                       "WORK_GROUP_SIZE",
                                       "WORK_ITEM_SIZE",
                                       "GLOBAL_OFFSET",
                                       "EVENT_WAIT_LIST",
                                       "EVENT",
                                       "OPERATION",
                                       "GL_OBJECT",
                                       "BUFFER_SIZE",
                                       "MIP_LEVEL",
                                       "GLOBAL_WORK_SIZE",
                                       "PROPERTY",
                                       "IMAGE_DESCRIPTOR",
                                       "COMPILER_OPTIONS",
                                       "LINKER_OPTIONS",
                                       "DEVICE_PARTITION_COUNT",
                                       "PIPE_SIZE",
                                       "DEVICE_QUEUE",
                                       "SPEC_ID"};
constexpr cl_int firstOfArguments = CL_INVALID_VALUE;

}  // namespace

// Looks the code up in one of the two runs; gaps in OpenCL's numbers are empty rows.
std::string errorName(cl_int code) {
  const auto running = static_cast<size_t>(-static_cast<long>(code));
  const auto argument = static_cast<size_t>(static_cast<long>(firstOfArguments) - code);
  if (code <= 0 && running < std::size(ofRunning)) {
    return std::string("CL_") + ofRunning[running];
  }
  if (code == CL_MAX_SIZE_RESTRICTION_EXCEEDED) {
    return "CL_MAX_SIZE_RESTRICTION_EXCEEDED";
  }
  return code <= firstOfArguments && argument < std::size(ofArguments)
             ? std::string("CL_INVALID_") + ofArguments[argument]
             : std::string();
}

}  // namespace clrun
