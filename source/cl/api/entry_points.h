// All entry points, declared by the Khronos headers; api/ defines them, icd/ lists them.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include "CL/cl_ext_kiln.h"

extern "C" cl_int CL_API_CALL clClearBuildCacheKILN(cl_platform_id platform,
                                                    cl_build_cache_flags_kiln caches);
