// States, options, errors and serialization of modules.

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "library_fixture.h"
#include "temporary_folder.h"

namespace compiler {
namespace {

using ModuleTest = LibraryTest;

TEST(LibraryDoor, RefusesAnotherVersion) {
  void *handle = dlopen(KILN_TEST_COMPILER_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(handle, nullptr) << dlerror();
  auto get = reinterpret_cast<GetLibraryFunction>(dlsym(handle, getLibrarySymbol));
  ASSERT_NE(get, nullptr);
  EXPECT_EQ(get(interfaceVersion + 1), nullptr);
  EXPECT_EQ(get(interfaceVersion), get(interfaceVersion));
}

TEST(LibraryDoor, KnowsItsBuild) {
  const std::string_view id = openLibrary().buildId();
  EXPECT_EQ(id.size(), 40u);
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string_view::npos);
}

TEST(LibraryDoor, RefusesPropertiesThatAreNoCpu) {
  auto context = openLibrary().createContext();
  for (std::string_view properties :
       {"cpu=", "x", "cpu=a b;features=", "cpu=x86-64;features=avx2"}) {
    auto target = hostInfo().createTarget(*context, properties);
    ASSERT_FALSE(target) << properties;
    EXPECT_EQ(target.error().code, Error::invalidValue);
  }
}

TEST_F(ModuleTest, GoesThroughItsStates) {
  auto module = target->createModule();
  EXPECT_EQ(module->getState(), ModuleState::empty);
  ASSERT_TRUE(module->parseOptions("", OptionsMode::build));
  ASSERT_TRUE(module->compileOpenCLC(addSource, {})) << module->log();
  EXPECT_EQ(module->getState(), ModuleState::compiled);
  ASSERT_TRUE(module->link({}, false)) << module->log();
  EXPECT_EQ(module->getState(), ModuleState::linked);
  ASSERT_TRUE(module->finalize()) << module->log();
  EXPECT_EQ(module->getState(), ModuleState::finalized);
  const KernelInfo *kernel = module->programInfo().find("add");
  ASSERT_NE(kernel, nullptr);
  ASSERT_EQ(kernel->arguments.size(), 3u);
  EXPECT_EQ(kernel->arguments[0].name, "a");
  EXPECT_EQ(kernel->arguments[2].kind, ArgumentKind::pointer);
}

TEST_F(ModuleTest, SaysWhatItLookedForInTheFileSystem) {
  const TemporaryFolder temporary;
  const std::string folder = temporary.string();
  std::filesystem::create_directories(folder + "/first/there.h");
  temporary.write("there.h", "#define VALUE 1\n");
  const std::string source =
      "#include \"given.h\"\n#include \"there.h\"\n#if __has_include(\"missing.h\")\n#endif\n"
      "kernel void k(global int *p) { *p = VALUE; }";
  const InputHeader given = {"given.h", ""};
  auto module = target->createModule();
  ASSERT_TRUE(module->parseOptions("-I " + folder + "/first -I " + folder, OptionsMode::build));
  ASSERT_TRUE(module->compileOpenCLC(source, {&given, 1})) << module->log();
  std::map<std::string, char> files;
  for (const FileDependency &file : module->dependencies().files) {
    files[file.path] = file.isFile() ? 'f' : file.contents ? 'd' : '-';
  }
  const std::map<std::string, char> expected = {{folder + "/first/there.h", 'd'},
                                                {folder + "/there.h", 'f'},
                                                {folder + "/first/missing.h", '-'},
                                                {folder + "/missing.h", '-'}};
  EXPECT_EQ(files, expected);
  EXPECT_FALSE(module->dependencies().onTime);
  std::filesystem::remove_all(folder);
}

TEST_F(ModuleTest, NeedsNoFileForASourceWithoutIncludes) {
  auto module = compiled(addSource);
  EXPECT_TRUE(module->dependencies().files.empty());
  EXPECT_FALSE(module->dependencies().onTime);
  EXPECT_TRUE(
      compiled("constant char when[] = __TIME__; kernel void k() {}")->dependencies().onTime);
}

TEST_F(ModuleTest, RefusesCallsOfTheWrongState) {
  auto empty = target->createModule();
  EXPECT_EQ(empty->finalize().error().code, Error::invalidValue);
  EXPECT_EQ(empty->createBinary().error().code, Error::invalidValue);
  EXPECT_EQ(empty->createKernel("add").error().code, Error::invalidValue);
  EXPECT_EQ(empty->link({}, false).error().code, Error::invalidValue);
  auto module = compiled(addSource);
  EXPECT_EQ(module->compileOpenCLC(addSource, {}).error().code, Error::invalidValue);
  EXPECT_EQ(module->createBinary().error().code, Error::invalidValue);
  const std::array<const Module *, 1> inputs = {empty.get()};
  EXPECT_EQ(module->link(inputs, false).error().code, Error::invalidValue);
  EXPECT_EQ(module->getState(), ModuleState::compiled);
}

TEST_F(ModuleTest, NamesTheWrongOption) {
  struct Case {
    OptionsMode mode;
    Error error;
  };
  for (auto [mode, error] : {Case{OptionsMode::build, Error::invalidBuildOptions},
                             Case{OptionsMode::compile, Error::invalidCompilerOptions},
                             Case{OptionsMode::link, Error::invalidLinkerOptions}}) {
    auto module = target->createModule();
    auto result = module->parseOptions("-no-such-option", mode);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, error);
    EXPECT_NE(module->log().find("-no-such-option"), std::string_view::npos) << module->log();
  }
}

TEST_F(ModuleTest, SaysWhereTheSourceIsWrong) {
  auto module = target->createModule();
  ASSERT_TRUE(module->parseOptions("", OptionsMode::build));
  auto result = module->compileOpenCLC("kernel void k() { undeclared = 1; }", {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Error::compileFailure);
  EXPECT_NE(module->log().find("undeclared"), std::string_view::npos);
  EXPECT_EQ(module->getState(), ModuleState::failed);
  EXPECT_EQ(module->link({}, false).error().code, Error::invalidValue);
  EXPECT_EQ(module->serialize().error().code, Error::invalidValue);
}

TEST_F(ModuleTest, ReadsHeaders) {
  auto module = target->createModule();
  ASSERT_TRUE(module->parseOptions("", OptionsMode::compile));
  const std::array<InputHeader, 1> headers = {InputHeader{"folder/value.h", "#define VALUE 3\n"}};
  EXPECT_TRUE(module->compileOpenCLC(
      "#include \"folder/value.h\"\nkernel void k(global int *p) { *p = VALUE; }", headers))
      << module->log();
}

TEST_F(ModuleTest, LinksUnitsAndLibraries) {
  auto user = compiled("int twice(int x);\nkernel void k(global int *p) { *p = twice(*p); }");
  auto definition = compiled("int once(int x);\nint twice(int x) { return once(x) + once(x); }");
  auto helper = compiled("int once(int x) { return x; }");

  auto library = target->createModule();
  const std::array<const Module *, 2> parts = {definition.get(), helper.get()};
  ASSERT_TRUE(library->parseOptions("-create-library", OptionsMode::link)) << library->log();
  ASSERT_TRUE(library->link(parts, true)) << library->log();
  EXPECT_EQ(library->getState(), ModuleState::library);

  auto program = target->createModule();
  const std::array<const Module *, 2> inputs = {user.get(), library.get()};
  ASSERT_TRUE(program->link(inputs, false)) << program->log();
  EXPECT_EQ(program->getState(), ModuleState::linked);
  ASSERT_TRUE(program->finalize()) << program->log();
  EXPECT_NE(program->programInfo().find("k"), nullptr);
  EXPECT_EQ(user->getState(), ModuleState::compiled);
}

TEST_F(ModuleTest, RefusesTwoDefinitions) {
  auto first = compiled("int f(int x) { return x; }");
  auto second = compiled("int f(int x) { return x + 1; }");
  auto program = target->createModule();
  const std::array<const Module *, 2> inputs = {first.get(), second.get()};
  auto result = program->link(inputs, false);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Error::linkFailure);
  EXPECT_NE(program->log().find('f'), std::string_view::npos);
  EXPECT_EQ(program->getState(), ModuleState::failed);
}

TEST_F(ModuleTest, RefusesAnUndefinedFunction) {
  auto module = compiled("int missing(int x);\nkernel void k(global int *p) { *p = missing(1); }");
  ASSERT_TRUE(module->link({}, false));
  auto result = module->finalize();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Error::linkFailure);
  EXPECT_NE(module->log().find("missing"), std::string_view::npos) << module->log();
}

TEST_F(ModuleTest, SaysWhatIsWrongWithSpirv) {
  // A header without the obligatory memory model.
  const std::array<uint32_t, 5> words = {0x07230203, 0x00010000, 0, 1, 0};
  auto module = target->createModule();
  EXPECT_EQ(module->compileSPIRV(words, {}).error().code, Error::compileFailure);
  EXPECT_EQ(module->getState(), ModuleState::failed);
  EXPECT_NE(module->log().find("OpMemoryModel"), std::string_view::npos) << module->log();
}

TEST_F(ModuleTest, ComesBackFromBytes) {
  for (auto make : {&LibraryTest::compiled, &LibraryTest::finalized}) {
    auto module = (this->*make)(addSource, "-cl-fast-relaxed-math");
    auto bytes = module->serialize();
    ASSERT_TRUE(bytes);
    auto copy = target->createModule();
    ASSERT_TRUE(copy->deserialize(*bytes, Trust::untrusted));
    EXPECT_EQ(copy->getState(), module->getState());
    EXPECT_NE(copy->programInfo().find("add"), nullptr);
    EXPECT_EQ(*copy->serialize(), *bytes);
  }
}

TEST_F(ModuleTest, RefusesDamagedBytes) {
  const Bytes bytes = *compiled(addSource)->serialize();
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    Bytes damaged = bytes;
    damaged[random() % damaged.size()] ^= std::byte{1} << (random() % 8);
    if (i % 5 == 0) {
      damaged.resize(random() % damaged.size());
    }
    auto module = target->createModule();
    auto result = module->deserialize(damaged, Trust::untrusted);
    ASSERT_FALSE(result) << i;
    EXPECT_EQ(result.error().code, Error::invalidBinary);
    EXPECT_EQ(module->getState(), ModuleState::empty);
  }
}

}  // namespace
}  // namespace compiler
