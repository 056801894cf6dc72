// Tests Info: its statements about the target have to agree with the front end, the devices and the
// modules.
//
// An Info makes promises to three parties. The front end defines macros by its lists. The runtime
// half reports the same lists through clGetDeviceInfo. The driver chooses ways of compilation by
// its properties. Each test takes one promise and asks the other party. So a feature that is added
// in one half only is found.
#include <algorithm>
#include <random>
#include <set>

#include "fixture.h"
#include "mux/target_support/extensions.h"

namespace compiler::cts {
namespace {

/// The extensions and features that a target may have: a program that tests for one must not find
/// it where the properties do not have it.
std::vector<std::string> standardExtensions() {
  std::vector<std::string> names = {"cl_khr_gl_msaa_sharing"};
  for (const mux::Extension &row : mux::extensions) {
    if (row.place == mux::ExtensionPlace::language) {
      names.emplace_back(row.name);
    }
  }
  return names;
}

/// The same for features of OpenCL C 3.0 §6.2.1. Device-side enqueue is in no table, since no
/// target may have it.
std::vector<std::string> standardFeatures() {
  std::vector<std::string> names = {"__opencl_c_device_enqueue"};
  for (const mux::Feature &row : mux::features) {
    names.emplace_back(row.name);
  }
  return names;
}

/// Returns a source that fails to compile unless each name is a macro.
std::string expectDefined(const std::vector<std::string> &names) {
  std::string source;
  for (const std::string &name : names) {
    source += "#ifndef " + name + "\n#error \"" + name + " is not defined\"\n#endif\n";
  }
  return source;
}

/// Returns a source that fails to compile if a name outside of `known` is a macro.
std::string expectUndefined(const std::vector<std::string> &names,
                            const std::vector<std::string> &known) {
  std::string source;
  for (const std::string &name : names) {
    if (!contains(known, name)) {
      source += "#ifdef " + name + "\n#error \"" + name + " is defined\"\n#endif\n";
    }
  }
  return source;
}

/// Joins names with spaces, as the device info has them.
std::string joined(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names) {
    text += (text.empty() ? "" : " ") + name;
  }
  return text;
}

/// True if the text can be a part of a file name or an option.
bool isWord(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
  });
}

/// Expects words with a prefix, each of them once.
void expectList(const std::vector<std::string> &names, std::string_view prefix) {
  for (const std::string &name : names) {
    EXPECT_TRUE(isWord(name)) << '"' << name << '"';
    EXPECT_TRUE(name.starts_with(prefix)) << name;
  }
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size()) << "a name comes twice";
}

}  // namespace

KILN_COMPILER_CTS_SUITE(InfoProperties);

/// The name connects the halves of a target, so it is one word and unique in the library.
TEST_P(InfoProperties, HaveTheTargetsName) {
  EXPECT_EQ(info().name(), registration().name);
  EXPECT_TRUE(isWord(info().name())) << info().name();
  const auto infos = library().infos();
  EXPECT_EQ(std::ranges::count(infos, info().name(), &Info::name), 1);
}

/// Sizes are possible, names have the prefix of their kind, and none comes twice.
TEST_P(InfoProperties, AreWellFormed) {
  const DeviceProperties &f = info().properties();
  EXPECT_TRUE(f.addressBits == 32 || f.addressBits == 64) << f.addressBits;
  EXPECT_GE(f.maxWorkGroupSize, 1u);
  expectList(f.extensions, "cl_");
  expectList(f.features, "__opencl_c_");
}

/// A property and the extension or feature of the same meaning come together. Otherwise the front
/// end and the device queries would disagree.
TEST_P(InfoProperties, AgreeWithEachOther) {
  const DeviceProperties &f = info().properties();
  EXPECT_EQ(f.hasDouble, contains(f.extensions, "cl_khr_fp64"));
  EXPECT_EQ(f.hasDouble, contains(f.features, "__opencl_c_fp64"));
  EXPECT_EQ(f.hasHalf, contains(f.extensions, "cl_khr_fp16"));
  EXPECT_EQ(f.hasImages, contains(f.features, "__opencl_c_images"));
  EXPECT_EQ(f.is64BitAtomics, contains(f.extensions, "cl_khr_int64_base_atomics"));
}

/// Constant over builds, and at the same address.
TEST_P(InfoProperties, DoNotChange) {
  const DeviceProperties before = info().properties();
  binaryOf(addSource);
  EXPECT_EQ(&info().properties(), &info().properties());
  EXPECT_EQ(info().properties(), before);
  EXPECT_EQ(target().info().properties(), before);
}

/// A program sees exactly the extensions and features of the Info as macros (OpenCL C 3.0 §6.2.1).
/// All known names are tested, absent ones too.
TEST_P(InfoProperties, AreThePredefinedMacros) {
  const DeviceProperties &f = info().properties();
  std::string source = expectDefined(f.extensions) +
                       expectUndefined(standardExtensions(), f.extensions) +
                       expectDefined(f.features) + expectUndefined(standardFeatures(), f.features);
  compiled(source, "-cl-std=CL3.0");
}

/// size_t and pointers have the device's address bits (OpenCL C 3.0 §6.3.1), and the device is
/// little-endian.
TEST_P(InfoProperties, AreTheSizesOfTypes) {
  // An array of size -1 is an error of the compilation.
  const unsigned bytes = info().properties().addressBits / 8;
  const std::string size = std::to_string(bytes);
  compiled("typedef char a[sizeof(size_t) == " + size +
               " ? 1 : -1];\ntypedef char b[sizeof(void *) == " + size +
               " ? 1 : -1];\n#if __OPENCL_VERSION__ < 120\n#error old\n#endif\n"
               "#ifndef __ENDIAN_LITTLE__\n#error \"restricted ELF is little-endian\"\n#endif\n",
           "-cl-std=CL3.0");
}

/// Both halves say the same: a program that builds for the Info has to run on the device.
TEST_P(InfoProperties, AreThoseOfTheDevices) {
  const DeviceProperties &f = info().properties();
  for (mux_device_info_t device : devices()) {
    SCOPED_TRACE(device->name);
    EXPECT_EQ(device->target, registration().name);
    EXPECT_EQ(device->address_bits, f.addressBits);
    EXPECT_EQ(device->local_memory_size, f.localMemorySize);
    EXPECT_EQ(device->max_work_group_size, f.maxWorkGroupSize);
    EXPECT_EQ(device->fp64_capabilities != 0, f.hasDouble);
    EXPECT_EQ(device->fp16_capabilities != 0, f.hasHalf);
    EXPECT_EQ(device->has_images != 0, f.hasImages);
    EXPECT_EQ(device->kernel_extensions, joined(f.extensions));
    EXPECT_EQ(device->kernel_features, joined(f.features));
  }
}

/// Each option of the Info is accepted with each of its values, and refused with another value.
/// Help texts have one line.
TEST_P(InfoProperties, DescribeDeviceOptionsThatWork) {
  for (const DeviceOption &option : info().deviceOptions()) {
    SCOPED_TRACE(option.name);
    EXPECT_TRUE(option.name.starts_with('-'));
    EXPECT_FALSE(option.help.empty());
    EXPECT_FALSE(contains(option.help, "\n"));
    // An option with a value ends in an equals sign.
    const bool takesValue = option.name.ends_with('=');
    EXPECT_TRUE(takesValue || option.values.empty());
    // A free value is tried with 1.
    std::vector<std::string> texts = option.values;
    if (texts.empty()) {
      texts.emplace_back(takesValue ? "1" : "");
    }
    for (const std::string &value : texts) {
      const std::string text = option.name + value;
      EXPECT_EQ(verified(binaryOf(addSource, text)).metadata.kernels.size(), 1u);
      // A word in front makes another option of it.
      EXPECT_TRUE(failsWith(Error::invalidBuildOptions,
                            make()->parseOptions("x" + text, OptionsMode::build)));
    }
    if (!option.values.empty() || !takesValue) {
      EXPECT_TRUE(failsWith(Error::invalidBuildOptions,
                            make()->parseOptions(option.name + "no-such", OptionsMode::build)));
    }
  }
}

/// createKernel works or is Error::unsupported, as the Info says.
TEST_P(InfoProperties, TellTruthAboutDeferredCompilation) {
  const ModulePointer module = finalized(addSource);
  auto kernel = module->createKernel("add");
  if (info().supportsDeferredCompilation()) {
    EXPECT_TRUE(kernel) << kernel.error().message;
  } else {
    EXPECT_TRUE(failsWith(Error::unsupported, kernel));
  }
}

KILN_COMPILER_CTS_SUITE(CreateTarget);

/// Info, context and properties are the ones it was made with; without properties it has those of
/// its own default.
TEST_P(CreateTarget, KnowsWhereItIsFrom) {
  EXPECT_EQ(&target().info(), &info());
  EXPECT_EQ(&target().context(), context_.get());
  EXPECT_FALSE(target().targetProperties().empty());
  if (!properties().empty()) {
    EXPECT_EQ(target().targetProperties(), properties());
  }
}

/// Twenty targets in one context; the last one still works after the others are gone.
TEST_P(CreateTarget, WorksManyTimesInOneContext) {
  std::vector<std::unique_ptr<Target>> targets;
  for (int i = 0; i < 20; ++i) {
    auto made = info().createTarget(*context_, properties());
    ASSERT_TRUE(made) << made.error().message;
    targets.push_back(std::move(*made));
  }
  targets.erase(targets.begin(), targets.begin() + 19);
  EXPECT_TRUE(targets.back()->createModule()->compileOpenCLC(addSource, {}));
}

/// Properties are a text from a device or a file. Error::invalidValue for unknown keys, bytes
/// behind the end, and 100,000 characters.
TEST_P(CreateTarget, RefusesWhatAreNoProperties) {
  const std::string zeros("\0\0", 2);
  for (const std::string &text :
       {std::string("?"), std::string("="), std::string(";"), std::string("\x01\xff\x80"), zeros,
        std::string(" "), std::string("no-such-key=1"), std::string(100'000, 'x'),
        properties() + ";no-such-key=1", properties() + "\n", properties() + zeros}) {
    auto made = info().createTarget(*context_, text);
    EXPECT_TRUE(failsWith(Error::invalidValue, made)) << text.substr(0, 100);
  }
}

/// 500 random changes of a good text: a target or Error::invalidValue.
TEST_P(CreateTarget, SurvivesDamagedProperties) {
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    std::string text = properties().empty() ? "cpu=generic;features=+a" : properties();
    if (i % 4 == 0) {
      // Cut off, or one byte changed.
      text.resize(random() % text.size());
    } else {
      text[random() % text.size()] = static_cast<char>(random());
    }
    auto made = info().createTarget(*context_, text);
    EXPECT_TRUE(made || made.error().code == Error::invalidValue) << text;
  }
}

}  // namespace compiler::cts
