#include "fixture.h"

#include <algorithm>

namespace compiler {

void PrintTo(Error error, std::ostream *out) {
  constexpr std::array names = {
      "invalidValue",   "invalidBuildOptions", "invalidCompilerOptions", "invalidLinkerOptions",
      "compileFailure", "linkFailure",         "invalidBinary",          "invalidKernelName",
      "unsupported",    "outOfMemory",         "outOfResources",         "internalFailure"};
  const auto index = static_cast<size_t>(error);
  *out << (index < names.size() ? names[index] : "not an error of the interface");
}

void PrintTo(ModuleState state, std::ostream *out) {
  constexpr std::pair<ModuleState, const char *> names[] = {
      {ModuleState::empty, "empty"},         {ModuleState::compiled, "compiled"},
      {ModuleState::library, "library"},     {ModuleState::linked, "linked"},
      {ModuleState::finalized, "finalized"}, {ModuleState::failed, "failed"}};
  for (const auto &[value, name] : names) {
    if (value == state) {
      *out << name;
      return;
    }
  }
  *out << "state " << static_cast<int>(state);
}

}  // namespace compiler

namespace compiler::cts {

bool contains(const std::vector<std::string> &list, std::string_view text) {
  return std::ranges::find(list, text) != list.end();
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Takes GoogleTest's prefix and the parameter off the names.
std::optional<std::string> reasonToSkipThisTest() {
  // "Cts/Suite" and "Test/variant": registered skips name "Suite.Test".
  const auto *test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string suite = test->test_suite_name();
  const std::string name = test->name();
  return skipReason(suite.substr(suite.find('/') + 1) + "." + name.substr(0, name.find('/')));
}

std::string variantName(const testing::TestParamInfo<size_t> &variant) {
  return registration().name + std::to_string(variant.param);
}

// Each test has a context of its own, so no test sees the state of another one.
void TargetTest::SetUp() {
  KILN_CTS_SKIP_IF_REGISTERED();
  RecordProperty("properties", properties());
  context_ = library().createContext();
  ASSERT_TRUE(context_);
  auto target = info().createTarget(*context_, properties());
  ASSERT_TRUE(target) << target.error().message;
  target_ = std::move(*target);
  ASSERT_TRUE(target_);
}

namespace {

// One step of a build in a test. Steps after a failed one report nothing more.
class Build {
 public:
  explicit Build(Module &module) : module_(module) {}

  template <class Step>
  Build &then(const char *what, ModuleState state, Step step) {
    if (good_) {
      const Result<void> result = step(module_);
      good_ = result && module_.getState() == state;
      EXPECT_TRUE(result) << what << ": " << result.error().message << '\n' << module_.log();
      EXPECT_TRUE(!result || good_)
          << what << " leads to the state " << testing::PrintToString(module_.getState());
    }
    return *this;
  }

 private:
  Module &module_;
  bool good_ = true;
};

// Options and source, up to the state `compiled`.
Build compile(Module &module, std::string_view source, std::string_view options) {
  return Build(module)
      .then("parseOptions", ModuleState::empty,
            [&](Module &m) { return m.parseOptions(options, OptionsMode::compile); })
      .then("compileOpenCLC", ModuleState::compiled,
            [&](Module &m) { return m.compileOpenCLC(source, {}); });
}

// A link of the unit alone, up to the state `linked`.
Build compileAndLink(Module &module, std::string_view source, std::string_view options) {
  return compile(module, source, options).then("link", ModuleState::linked, [](Module &m) {
    return m.link({}, false);
  });
}

}  // namespace

// Each of these goes the way of the driver and checks the state after each step.
ModulePointer TargetTest::compiled(std::string_view source, std::string_view options) {
  ModulePointer module = make();
  compile(*module, source, options);
  return module;
}

ModulePointer TargetTest::linked(std::string_view source, std::string_view options) {
  ModulePointer module = make();
  compileAndLink(*module, source, options);
  return module;
}

// A library is a new module; the unit is its input.
ModulePointer TargetTest::libraryOf(std::string_view source) {
  const ModulePointer unit = compiled(source);
  const std::array<const Module *, 1> inputs = {unit.get()};
  ModulePointer module = make();
  Build(*module)
      .then("parseOptions", ModuleState::empty,
            [](Module &m) { return m.parseOptions("-create-library", OptionsMode::link); })
      .then("link", ModuleState::library, [&](Module &m) { return m.link(inputs, true); });
  return module;
}

ModulePointer TargetTest::finalized(std::string_view source, std::string_view options) {
  ModulePointer module = make();
  compileAndLink(*module, source, options).then("finalize", ModuleState::finalized, [](Module &m) {
    return m.finalize();
  });
  return module;
}

// A source without any OpenCL C.
ModulePointer TargetTest::failed() {
  ModulePointer module = make();
  EXPECT_TRUE(failsWith(Error::compileFailure, module->compileOpenCLC("not OpenCL C", {})));
  EXPECT_EQ(module->getState(), ModuleState::failed);
  return module;
}

// `empty` needs no step.
ModulePointer TargetTest::inState(ModuleState state) {
  switch (state) {
    case ModuleState::compiled:
      return compiled(addSource);
    case ModuleState::library:
      return libraryOf(addSource);
    case ModuleState::linked:
      return linked(addSource);
    case ModuleState::finalized:
      return finalized(addSource);
    case ModuleState::failed:
      return failed();
    default:
      return make();
  }
}

Bytes TargetTest::binaryOf(std::string_view source, std::string_view options) {
  const ModulePointer module = finalized(source, options);
  if (module->getState() != ModuleState::finalized) {
    ADD_FAILURE() << "there is no binary of a program that does not build";
    return {};
  }
  return binaryOf(*module);
}

Bytes TargetTest::binaryOf(Module &module) {
  auto binary = module.createBinary();
  EXPECT_TRUE(binary) << binary.error().message << '\n' << module.log();
  return binary ? std::move(*binary) : Bytes();
}

Bytes TargetTest::savedOf(const Module &module) {
  auto bytes = module.serialize();
  EXPECT_TRUE(bytes) << bytes.error().message;
  return bytes ? std::move(*bytes) : Bytes();
}

// By the verifier of the runtime half, for the registered machine.
mux::elf::Image TargetTest::verified(const Bytes &binary) {
  auto image = mux::elf::verify(binary, registration().machine);
  EXPECT_TRUE(image) << image.error().message;
  return image ? std::move(*image) : mux::elf::Image{};
}

}  // namespace compiler::cts
