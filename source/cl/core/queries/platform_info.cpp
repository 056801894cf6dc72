// Answers clGetPlatformInfo (CL 3.0 §4.1), with the queries of extensions.
//
// The driver's own answers are constants; a host timer counts in nanoseconds, so its resolution is
// 1. Extensions with files of their own answer for themselves, the last one with CL_INVALID_VALUE
// for an unknown query. CL_PLATFORM_ICD_SUFFIX_KHR is the suffix of this driver's functions
// (cl_khr_icd).

#include "core/base/version.h"
#include "core/commands/command_buffer.h"
#include "core/devices/extensions.h"
#include "core/devices/platform.h"
#include "core/memory/external_memory.h"
#include "core/memory/unified_svm.h"
#include "core/queues/semaphore.h"
#include "support/environment.h"

namespace cl {

namespace {

/// Returns the option KILN_PLATFORM_NAME, or the own name without it.
const char *reportedName(const char *own) {
  const std::string &name = support::environment().platformName;
  return name.empty() ? own : name.c_str();
}

}  // namespace

/// CL 3.0 §4.1 clGetPlatformInfo: CL_INVALID_VALUE for an unknown query, from the last branch.
Status Platform::info(cl_platform_info name, const InfoWriter &out) const {
  switch (name) {
    case CL_PLATFORM_PROFILE:
      return out.string("FULL_PROFILE");
    case CL_PLATFORM_VERSION:
      return out.string(versionString);
    case CL_PLATFORM_NUMERIC_VERSION:
      return out.value<cl_version>(CL_MAKE_VERSION(3, 0, 0));
    case CL_PLATFORM_NAME:
      return out.string(reportedName("Kiln"));
    case CL_PLATFORM_VENDOR:
      return out.string("The Kiln project");
    case CL_PLATFORM_EXTENSIONS:
      return out.string(extensions());
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
      return writeExtensions(out, extensions());
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
      return out.value<cl_ulong>(1);
    case CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR:
      return out.value<cl_platform_command_buffer_capabilities_khr>(
          platformCommandBufferCapabilities());
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      return out.string("KILN");
    default:
      if (auto status = unifiedSvmInfo(*this, name, out); status) {
        return status;
      }
      if (auto status = externalMemoryPlatformInfo(name, out); status) {
        return status;
      }
      return semaphorePlatformInfo(name, out);
  }
}

}  // namespace cl
