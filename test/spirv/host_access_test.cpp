// Variables of SPIR-V by their names for the host (SPV_INTEL_global_variable_host_access and its
// draft) and by their linkage names.

#include <CL/cl_ext.h>

#include "cl/extension_function.h"
#include "module_fixture.h"

namespace {

using Read = cl_int(CL_API_CALL *)(cl_command_queue, cl_program, const char *, cl_bool, size_t,
                                   size_t, void *, cl_uint, const cl_event *, cl_event *);
using Write = cl_int(CL_API_CALL *)(cl_command_queue, cl_program, const char *, cl_bool, size_t,
                                    size_t, const void *, cl_uint, const cl_event *, cl_event *);

class HostAccess : public test::Modules {
 protected:
  void SetUp() override {
    Modules::SetUp();
    const test::ExtensionFunctions find(platform);
    find(readVariable, "clEnqueueReadGlobalVariableINTEL");
    find(writeVariable, "clEnqueueWriteGlobalVariableINTEL");
    if (!IsSkipped()) {
      program = buildIt(load("host_access"));
    }
  }
  cl_int readError(const char *name) {
    cl_uint value = 0;
    return readVariable(queue, program, name, CL_TRUE, 4, 0, &value, 0, nullptr, nullptr);
  }
  cl_int writeError(const char *name, cl_uint value = 1) {
    return writeVariable(queue, program, name, CL_TRUE, 4, 0, &value, 0, nullptr, nullptr);
  }
  cl_uint get(const char *name) {
    cl_uint value = 0;
    EXPECT_EQ(readVariable(queue, program, name, CL_TRUE, 4, 0, &value, 0, nullptr, nullptr),
              CL_SUCCESS)
        << name;
    return value;
  }

  Read readVariable = nullptr;
  Write writeVariable = nullptr;
  test::OwnedProgram program;
};

/// %swapped has the name "a" for the host and the linkage name "b", which is %other's for the host.
TEST_F(HostAccess, FindsTheHostsNamesFirst) {
  EXPECT_EQ(get("a"), 20u);
  EXPECT_EQ(get("b"), 30u);
  EXPECT_EQ(get("exported"), 10u);
  EXPECT_EQ(writeError("a", 100), CL_SUCCESS);
  EXPECT_EQ(writeError("b", 200), CL_SUCCESS);
  EXPECT_EQ(writeError("d", 300), CL_SUCCESS);
  run(makeKernel(program, "k"), 1);
  EXPECT_EQ(get("a"), 101u);
  EXPECT_EQ(get("b"), 201u);
  EXPECT_EQ(get("c"), 301u);
}

TEST_F(HostAccess, ObeysTheAccess) {
  for (const char *name : {"c", "f"}) {
    EXPECT_EQ(readError(name), CL_SUCCESS) << name;
    EXPECT_EQ(writeError(name), CL_INVALID_OPERATION) << name;
  }
  for (const char *name : {"d", "g"}) {
    EXPECT_EQ(readError(name), CL_INVALID_OPERATION) << name;
    EXPECT_EQ(writeError(name), CL_SUCCESS) << name;
  }
  for (const char *name : {"e", "i"}) {
    EXPECT_EQ(readError(name), CL_INVALID_OPERATION) << name;
    EXPECT_EQ(writeError(name), CL_INVALID_OPERATION) << name;
  }
  EXPECT_EQ(readError("h"), CL_SUCCESS);
  EXPECT_EQ(writeError("h"), CL_SUCCESS);
}

TEST_F(HostAccess, KnowsNoOtherNames) {
  for (const char *name : {"swapped", "private", "other", "k", "A", ""}) {
    EXPECT_EQ(readError(name), CL_INVALID_ARG_VALUE) << name;
  }
}

}  // namespace
