// Devices' statements about intermediate languages, held against their behaviour: each version,
// each capability and each extension.

#include <CL/cl_ext.h>

#include <algorithm>
#include <sstream>

#include "fixture.h"

namespace {

// Of headers newer than Debian's.
constexpr cl_device_info spirvInstructionSets = 0x12B9;
constexpr cl_device_info spirvExtensions = 0x12BA;
constexpr cl_device_info spirvCapabilities = 0x12BB;

constexpr uint32_t capabilityKernel = 6;
constexpr uint32_t capabilityAddresses = 4;
constexpr uint32_t capabilityLinkage = 5;  // without it there has to be a kernel

/// The declarations of a module without functions.
struct Declarations {
  uint32_t minorVersion = 6;
  std::vector<uint32_t> capabilities = {};  ///< besides these three
  std::vector<std::string> extensions = {};
  std::vector<std::string> instructionSets = {};
};

class IlQueries : public test::Fixture {
 protected:
  template <class T>
  std::vector<T> listOf(cl_device_info name) {
    size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, name, 0, nullptr, &size), CL_SUCCESS);
    std::vector<T> values(size / sizeof(T));
    EXPECT_EQ(clGetDeviceInfo(device, name, size, values.data(), nullptr), CL_SUCCESS);
    return values;
  }

  std::string textOf(cl_device_info name) {
    const auto characters = listOf<char>(name);
    return characters.empty() ? std::string() : std::string(characters.data());
  }

  std::vector<uint32_t> moduleOf(const Declarations &declarations) {
    std::vector<uint32_t> words = {0x07230203, 0x00010000 | declarations.minorVersion << 8, 0, 100,
                                   0};
    const auto append = [&](uint32_t opcode, const std::vector<uint32_t> &operands) {
      words.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | opcode);
      words.insert(words.end(), operands.begin(), operands.end());
    };
    const auto appendText = [&](std::vector<uint32_t> operands, const std::string &text) {
      for (size_t i = 0; i <= text.size(); ++i) {
        if (i % 4 == 0) {
          operands.push_back(0);
        }
        operands.back() |= static_cast<uint32_t>(i < text.size() ? text[i] : 0) << i % 4 * 8;
      }
      return operands;
    };
    for (uint32_t capability : {capabilityAddresses, capabilityLinkage, capabilityKernel}) {
      append(17, {capability});
    }
    for (uint32_t capability : declarations.capabilities) {
      append(17, {capability});
    }
    for (const std::string &extension : declarations.extensions) {
      append(10, appendText({}, extension));
    }
    uint32_t id = 1;
    for (const std::string &set : declarations.instructionSets) {
      append(11, appendText({id++}, set));
    }
    cl_uint addressBits = 0;
    EXPECT_EQ(
        clGetDeviceInfo(device, CL_DEVICE_ADDRESS_BITS, sizeof addressBits, &addressBits, nullptr),
        CL_SUCCESS);
    append(14, {addressBits / 32, 2});
    return words;
  }

  /// The build log if a module with this declaration does not compile.
  std::optional<std::string> errorOf(const Declarations &declarations) {
    const auto words = moduleOf(declarations);
    cl_int error = 1;
    const test::OwnedProgram program =
        clCreateProgramWithIL(context, words.data(), words.size() * sizeof words[0], &error);
    EXPECT_EQ(error, CL_SUCCESS);
    error = clCompileProgram(program, 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr);
    if (error == CL_SUCCESS) {
      return std::nullopt;
    }
    EXPECT_EQ(error, CL_COMPILE_PROGRAM_FAILURE);
    return logOf(program);
  }

  std::vector<std::string> extensions() {
    const auto names = listOf<const char *>(spirvExtensions);
    return {names.begin(), names.end()};
  }
};

TEST_F(IlQueries, NameEveryVersionThatIsTaken) {
  std::string expected;
  const auto versions = listOf<cl_name_version>(CL_DEVICE_ILS_WITH_VERSION);
  ASSERT_FALSE(versions.empty());
  for (size_t i = 0; i < versions.size(); ++i) {
    EXPECT_STREQ(versions[i].name, "SPIR-V");
    EXPECT_EQ(versions[i].version, CL_MAKE_VERSION(1u, static_cast<unsigned>(i), 0u));
    expected += (i == 0 ? "SPIR-V_1." : " SPIR-V_1.") + std::to_string(i);
    EXPECT_EQ(errorOf({.minorVersion = static_cast<uint32_t>(i)}), std::nullopt) << i;
  }
  EXPECT_EQ(textOf(CL_DEVICE_IL_VERSION), expected);
  EXPECT_NE(errorOf({.minorVersion = static_cast<uint32_t>(versions.size())}), std::nullopt);
}

TEST_F(IlQueries, ComeWithTheirExtensions) {
  std::istringstream words(textOf(CL_DEVICE_EXTENSIONS));
  const std::vector<std::string> all(std::istream_iterator<std::string>(words), {});
  for (const char *name : {"cl_khr_il_program", "cl_khr_spirv_queries", "cl_khr_spirv_linkonce_odr",
                           "cl_khr_spirv_no_integer_wrap_decoration", "cl_khr_spir"}) {
    EXPECT_EQ(std::ranges::count(all, name), 1) << name;
  }
  EXPECT_EQ(textOf(CL_DEVICE_SPIR_VERSIONS), "1.2");
}

TEST_F(IlQueries, NameExtensionsThatModulesMayDeclare) {
  const auto names = extensions();
  for (const char *name : {"SPV_KHR_linkonce_odr", "SPV_KHR_no_integer_wrap_decoration",
                           "SPV_INTEL_function_pointers"}) {
    EXPECT_EQ(std::ranges::count(names, name), 1) << name;
  }
  for (const std::string &name : names) {
    EXPECT_EQ(errorOf({.extensions = {name}}), std::nullopt) << name;
  }
  for (const char *name :
       {"SPV_INTEL_io_pipes", "SPV_KHR_ray_tracing", "SPV_KHR_no_such_extension"}) {
    EXPECT_EQ(std::ranges::count(names, name), 0) << name;
    EXPECT_NE(errorOf({.extensions = {name}}).value_or("").find(name), std::string::npos) << name;
  }
}

TEST_F(IlQueries, NameInstructionSetsThatModulesMayImport) {
  const auto names = listOf<const char *>(spirvInstructionSets);
  EXPECT_EQ(std::ranges::count(names, std::string_view("OpenCL.std")), 1);
  for (const char *name : names) {
    Declarations declarations{.instructionSets = {name}};
    if (std::string_view(name).starts_with("NonSemantic.")) {
      declarations.extensions = {"SPV_KHR_non_semantic_info"};
    }
    EXPECT_EQ(errorOf(declarations), std::nullopt) << name;
  }
  EXPECT_NE(errorOf({.instructionSets = {"OpenCL.none"}}).value_or("").find("OpenCL.none"),
            std::string::npos);
}

// All numbers of the blocks reserved for capabilities.
TEST_F(IlQueries, NameTheCapabilitiesThatAreTakenAndNoOthers) {
  const auto capabilities = listOf<cl_uint>(spirvCapabilities);
  const auto names = extensions();
  EXPECT_EQ(std::ranges::count(capabilities, capabilityKernel), 1);
  EXPECT_TRUE(std::ranges::adjacent_find(capabilities, std::greater_equal()) == capabilities.end());
  size_t found = 0;
  for (const auto &[first, last] : {std::pair(0u, 100u), std::pair(4400u, 6700u)}) {
    for (uint32_t number = first; number < last; ++number) {
      const bool isNamed = std::ranges::binary_search(capabilities, number);
      found += isNamed;
      const auto error = errorOf({.capabilities = {number}, .extensions = names});
      EXPECT_EQ(isNamed, !error) << number << ": " << error.value_or("");
    }
  }
  EXPECT_EQ(found, capabilities.size());
}

TEST_F(IlQueries, AreArraysOfFullSize) {
  for (cl_device_info name : {spirvInstructionSets, spirvExtensions, spirvCapabilities}) {
    char one = 0;
    EXPECT_EQ(clGetDeviceInfo(device, name, sizeof one, &one, nullptr), CL_INVALID_VALUE);
  }
  EXPECT_EQ(clGetDeviceInfo(device, spirvCapabilities + 1, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

}  // namespace
