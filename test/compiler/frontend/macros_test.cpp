// The predefined macros agree with the device's properties.
#include "compile_fixture.h"
#include "mux/target_support/extensions.h"
#include "mux/target_support/target_properties.h"

namespace compiler::frontend {
namespace {

class MacrosTest : public CompileTest {
 protected:
  bool isDefined(const std::string &name, std::string_view options) {
    return compile("#ifndef " + name + "\n#error absent\n#endif\n", options);
  }
  bool hasValue(const std::string &name, const std::string &value, std::string_view options) {
    return compile("_Static_assert(" + name + " == " + value + ", \"\");", options);
  }
};

constexpr const char *versions[] = {"-cl-std=CL1.0", "-cl-std=CL1.1", "-cl-std=CL1.2",
                                    "-cl-std=CL3.0"};

TEST_F(MacrosTest, versions) {
  EXPECT_TRUE(hasValue("__OPENCL_C_VERSION__", "120", ""));
  EXPECT_TRUE(hasValue("__OPENCL_C_VERSION__", "100", "-cl-std=CL1.0"));
  EXPECT_TRUE(hasValue("__OPENCL_C_VERSION__", "110", "-cl-std=CL1.1"));
  EXPECT_TRUE(hasValue("__OPENCL_C_VERSION__", "300", "-cl-std=CL3.0"));
  for (const char *version : versions) {
    EXPECT_TRUE(hasValue("__OPENCL_VERSION__", "300", version));
    EXPECT_TRUE(hasValue("CL_VERSION_1_0", "100", version));
    EXPECT_TRUE(isDefined("__ENDIAN_LITTLE__", version));
    EXPECT_FALSE(isDefined("__OPENCL_CPP_VERSION__", version));
  }
}

TEST_F(MacrosTest, doublePrecision) {
  for (bool has : {false, true}) {
    properties.hasDouble = has;
    properties.extensions = {};
    for (const char *version : versions) {
      EXPECT_EQ(isDefined("cl_khr_fp64", version), has) << version;
    }
    EXPECT_EQ(isDefined("__opencl_c_fp64", "-cl-std=CL3.0"), has);
    EXPECT_EQ(compile("kernel void f(global double *a) { *a = 1.5; }", "-cl-std=CL1.2"), has);
    EXPECT_EQ(compile("kernel void f(global double *a) { *a = 1.5; }", "-cl-std=CL3.0"), has);
  }
}

TEST_F(MacrosTest, halfPrecision) {
  for (bool has : {false, true}) {
    properties.hasHalf = has;
    EXPECT_EQ(isDefined("cl_khr_fp16", ""), has);
    EXPECT_EQ(compile("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                      "kernel void f(half a) {}"),
              has);
    EXPECT_TRUE(compile("kernel void f(global half *a) { vstore_half(1.0f, 0, a); }")) << log;
  }
}

TEST_F(MacrosTest, images) {
  for (bool has : {false, true}) {
    properties.hasImages = has;
    for (const char *version : versions) {
      EXPECT_EQ(isDefined("__IMAGE_SUPPORT__", version), has) << version;
    }
    EXPECT_EQ(isDefined("__opencl_c_images", "-cl-std=CL3.0"), has);
    EXPECT_FALSE(isDefined("__opencl_c_3d_image_writes", "-cl-std=CL3.0"));
  }
}

TEST_F(MacrosTest, noExtensionIsThereUnlessTheDeviceHasIt) {
  properties.hasDouble = false;
  for (const char *version : versions) {
    for (const char *name :
         {"cl_khr_fp16", "cl_khr_int64_base_atomics", "cl_khr_subgroups", "cl_khr_depth_images",
          "cl_intel_subgroups", "cl_khr_gl_msaa_sharing", "cl_amd_media_ops", "cles_khr_int64",
          "__opencl_c_pipes", "__opencl_c_device_enqueue", "__opencl_c_subgroups",
          "__opencl_c_generic_address_space", "__opencl_c_program_scope_global_variables",
          "__opencl_c_work_group_collective_functions", "__opencl_c_atomic_order_seq_cst"}) {
      EXPECT_FALSE(isDefined(name, version)) << name << version;
    }
  }
}

TEST_F(MacrosTest, extensionsOfTheDevice) {
  properties.extensions = {"cl_khr_int64_base_atomics", "cl_khr_byte_addressable_store",
                           "cl_khr_global_int32_base_atomics", "cl_unknown_to_clang"};
  for (const char *version : versions) {
    for (const std::string &name : properties.extensions) {
      EXPECT_TRUE(isDefined(name, version)) << name << version;
    }
  }
  EXPECT_TRUE(
      compile("#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
              "kernel void f(volatile global long *a) { atom_add(a, 1); }"))
      << log;
}

TEST_F(MacrosTest, extensionsOfTheDeviceAreEnabledWithoutAWarning) {
  properties.extensions = {"cl_khr_int64_base_atomics", "cl_intel_required_subgroup_size",
                           "cl_khr_subgroup_ballot", "cl_unknown_to_clang"};
  const auto enable = [](const std::string &name) {
    return "#pragma OPENCL EXTENSION " + name + " : enable\nkernel void f() {}";
  };
  for (const std::string &name : properties.extensions) {
    EXPECT_TRUE(compile(enable(name), "-cl-std=CL3.0 -Werror")) << log;
    EXPECT_EQ(log, "");
  }
  EXPECT_FALSE(compile(enable("cl_khr_subgroup_ballot"), "-cl-std=CL1.2 -Werror"));
  EXPECT_FALSE(compile(enable("cl_khr_another"), "-cl-std=CL3.0 -Werror"));
}

// The column `since` of extensions.def.
TEST_F(MacrosTest, extensionsBeginWithTheirVersion) {
  constexpr std::pair<const char *, uint32_t> numbered[] = {{"-cl-std=CL1.0", 100},
                                                            {"-cl-std=CL1.1", 110},
                                                            {"-cl-std=CL1.2", 120},
                                                            {"-cl-std=CL3.0", 300}};
  properties.hasHalf = properties.hasDouble = properties.hasImages = true;
  properties.extensions = mux::splitList(mux::kernelExtensions<~0u>);
  properties.features = mux::splitList(mux::kernelFeatures<~0u>);
  for (const auto &[option, version] : numbered) {
    for (const mux::Extension &row : mux::extensions) {
      const std::string name(row.name);
      const bool isThere = row.since != 0 && row.since <= version;
      const std::string test = isThere ? "#ifndef " : "#ifdef ";
      EXPECT_TRUE(compile(test + name + "\n#error wrong\n#endif\n", option)) << name << option;
    }
  }
}

TEST_F(MacrosTest, featuresOfTheDeviceAreForVersion3) {
  properties.features = {"__opencl_c_atomic_order_acq_rel", "__opencl_c_atomic_order_seq_cst",
                         "__opencl_c_atomic_scope_device", "__opencl_c_generic_address_space",
                         "__opencl_c_int64"};
  for (const std::string &name : properties.features) {
    EXPECT_TRUE(isDefined(name, "-cl-std=CL3.0")) << name;
  }
  EXPECT_FALSE(isDefined("__opencl_c_atomic_order_seq_cst", "-cl-std=CL1.2"));
  EXPECT_TRUE(
      compile("kernel void f(global int *a) { generic int *p = a; *p = 1; }", "-cl-std=CL3.0"))
      << log;
}

TEST_F(MacrosTest, options) {
  EXPECT_TRUE(isDefined("__FAST_RELAXED_MATH__", "-cl-fast-relaxed-math"));
  EXPECT_FALSE(isDefined("__FAST_RELAXED_MATH__", ""));
}

}  // namespace
}  // namespace compiler::frontend
