// Programs stored by one run of the tests and taken by another, so that the latter needs no
// compiler: sanitizers cannot look into one.
#pragma once

#include <CL/cl.h>

#include <string>

namespace test {

/// With KILN_TEST_KEPT=<folder>: the program stored there for the same source, options and device,
/// as a handle for clBuildProgram; fails the test if there is none. Null without it.
cl_program takeKept(cl_context context, cl_device_id device, const std::string &source,
                    const std::string &options);

/// With KILN_TEST_KEEP=<folder>: writes a built program there.
void keep(cl_program program, cl_device_id device, const std::string &source,
          const std::string &options);

}  // namespace test
