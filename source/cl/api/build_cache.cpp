// Entry point of cl_kiln_build_cache.
//
// The caches make builds faster and change no results. A test or a benchmark empties them to time
// the compiler itself.

#include "core/build/build_cache.h"

#include "api/adapter.h"
#include "api/entry_points.h"
#include "core/build/kernel_code.h"
#include "core/devices/platform.h"

using namespace cl;

/// cl_kiln_build_cache: CL_INVALID_VALUE for no flags or unknown ones, CL_OUT_OF_RESOURCES if an
/// entry on disk could not be removed.
cl_int CL_API_CALL clClearBuildCacheKILN(cl_platform_id platform,
                                         cl_build_cache_flags_kiln caches) {
  return api::callOn<Platform>(platform, [&](Platform &) -> Status {
    constexpr cl_build_cache_flags_kiln all = CL_BUILD_CACHE_MEMORY_KILN | CL_BUILD_CACHE_DISK_KILN;
    if (caches == 0 || (caches & ~all) != 0) {
      return Error{CL_INVALID_VALUE};
    }
    if ((caches & CL_BUILD_CACHE_MEMORY_KILN) != 0) {
      KernelCode::forgetVariants();
    }
    const bool isDone = (caches & CL_BUILD_CACHE_DISK_KILN) == 0 || CachedBuild::clear();
    return isDone ? success() : Status(Error{CL_OUT_OF_RESOURCES});
  });
}
