// The embedded source or IL of containers: from it other builds of the driver make a program anew.

#include "compiler/embedded_program.h"

#include <CL/cl_ext.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "container_fixture.h"
#include "module_seal.h"
#include "several_devices.h"
#include "temporary_folder.h"

namespace {

using compiler::EntryKind;
using test::addOne;
using testing::HasSubstr;

/// A container as another build of the driver, for another CPU, would have made it: no device takes
/// the code, and the intermediate code names another build.
compiler::Bytes ofAnotherBuild(const compiler::Bytes &bytes) {
  auto entries = *compiler::readContainer(bytes);
  std::vector<compiler::Bytes> payloads;
  for (auto &entry : entries) {
    auto &payload = payloads.emplace_back(entry.payload.begin(), entry.payload.end());
    if (entry.kind == EntryKind::code) {
      entry.target = "elsewhere";
    } else if (entry.kind == EntryKind::ir) {
      const auto id = std::as_bytes(std::span(entry.driverBuild));
      const auto at = std::search(payload.begin(), payload.end(), id.begin(), id.end());
      EXPECT_NE(at, payload.end());
      *at = *at == std::byte{'0'} ? std::byte{'1'} : std::byte{'0'};
      test::resealModule(payload);
    }
    entry.driverBuild.assign(40, '0');
  }
  for (size_t i = 0; i < entries.size(); ++i) {
    entries[i].payload = payloads[i];
  }
  return compiler::writeContainer(entries);
}

class Embedded : public test::ContainerFixture {
 protected:
  /// Another build's driver would hand this over for a source.
  compiler::Bytes foreign(const std::string &source, const std::string &options = "") {
    const auto program = makeProgram(source);
    const std::string all = "-cl-kiln-portable " + options;
    EXPECT_EQ(clBuildProgram(program, 1, &device, all.c_str(), nullptr, nullptr), CL_SUCCESS)
        << logOf(program);
    return ofAnotherBuild(binaryOf(program));
  }
  test::OwnedProgram loadAndBuild(const compiler::Bytes &bytes, const char *options = "",
                                  cl_int expected = CL_SUCCESS) {
    auto program = load(bytes, CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr), expected)
        << logOf(program);
    return program;
  }
  std::string sourceOf(cl_program program) {
    char text[1000] = "";
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof text, text, nullptr), CL_SUCCESS);
    return text;
  }
  cl_program_binary_type typeOf(cl_program program) {
    cl_program_binary_type type = 99;
    EXPECT_EQ(
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr),
        CL_SUCCESS);
    return type;
  }
  std::string optionsOf(cl_program program) {
    char text[1000] = "";
    EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, sizeof text, text,
                                    nullptr),
              CL_SUCCESS);
    return text;
  }
  static compiler::EmbeddedProgram embeddedOf(const compiler::Bytes &bytes) {
    const auto entries = *compiler::readContainer(bytes);
    const auto *entry = compiler::findEmbedded(entries);
    EXPECT_NE(entry, nullptr);
    auto program = entry ? compiler::readEmbedded(entry->payload)
                         : compiler::Result<compiler::EmbeddedProgram>(compiler::EmbeddedProgram());
    EXPECT_TRUE(program) << program.error().message;
    return program ? *program : compiler::EmbeddedProgram();
  }
  /// The embedded source or IL alone, changed.
  template <class Change>
  static compiler::Bytes changed(const compiler::Bytes &bytes, Change change) {
    auto entry = *compiler::findEmbedded(*compiler::readContainer(bytes));
    compiler::Bytes payload(entry.payload.begin(), entry.payload.end());
    change(payload);
    entry.payload = payload;
    return compiler::writeContainer({{entry}});
  }
  test::OwnedProgram compile(const std::string &source, const char *options) {
    auto program = makeProgram(source);
    EXPECT_EQ(clCompileProgram(program, 1, &device, options, 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS)
        << logOf(program);
    return program;
  }
  test::OwnedProgram link(std::vector<cl_program> inputs, const char *options, cl_int expected) {
    cl_int error = 1;
    test::OwnedProgram program =
        clLinkProgram(context, 1, &device, options, static_cast<cl_uint>(inputs.size()),
                      inputs.data(), nullptr, nullptr, &error);
    EXPECT_EQ(error, expected) << (program.get() ? logOf(program) : "");
    return program;
  }
};

TEST_F(Embedded, IsThereWhereItIsAskedFor) {
  const auto plain = binaryOf(build(addOne));
  EXPECT_EQ(compiler::findEmbedded(read(plain)), nullptr);
  EXPECT_EQ(sourceOf(load(plain, CL_SUCCESS)), "");
  const auto bytes = binaryOf(build(addOne, "\t-cl-kiln-portable\t-cl-mad-enable"));
  ASSERT_EQ(read(bytes).size(), 3u);
  const auto program = embeddedOf(bytes);
  ASSERT_EQ(program.units.size(), 1u);
  EXPECT_EQ(program.units[0].options, "\t-cl-kiln-portable\t-cl-mad-enable");
  EXPECT_EQ(program.units[0].text.size(), sizeof addOne - 1);
  EXPECT_EQ(sourceOf(load(bytes, CL_SUCCESS)), addOne);
}

TEST_F(Embedded, IsBuiltByAnotherBuildOfTheDriver) {
  const auto bytes = foreign(addOne, "-cl-kernel-arg-info -DUNUSED=1");
  const auto loaded = load(bytes, CL_SUCCESS);
  EXPECT_EQ(typeOf(loaded), cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  const auto program = loadAndBuild(bytes);
  EXPECT_EQ(runAddOne(program, 41), 42);
  EXPECT_EQ(sourceOf(program), addOne);
  EXPECT_EQ(optionsOf(program), "");
  EXPECT_EQ(typeOf(program), cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  size_t size = 1;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_IL, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u);
  char name[10] = "";
  EXPECT_EQ(clGetKernelArgInfo(makeKernel(program, "addOne"), 0, CL_KERNEL_ARG_NAME, sizeof name,
                               name, nullptr),
            CL_SUCCESS);
  EXPECT_STREQ(name, "p");
  // Now there is code and intermediate code of this build, and the same embedded source or IL.
  const auto now = binaryOf(program);
  const auto entries = read(now);
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_NE(entries[1].driverBuild, std::string(40, '0'));
  EXPECT_EQ(embeddedOf(now), embeddedOf(bytes));
  EXPECT_EQ(runAddOne(loadAndBuild(now), 1), 2);
  EXPECT_EQ(runAddOne(loadAndBuild(ofAnotherBuild(now)), 1), 2);
}

TEST_F(Embedded, TakesOtherOptionsAtTheBuild) {
  const auto bytes = foreign(addOne);
  const auto program = loadAndBuild(bytes, "-cl-opt-disable");
  EXPECT_EQ(runAddOne(program, 1), 2);
  EXPECT_EQ(optionsOf(program), "-cl-opt-disable");
  EXPECT_EQ(embeddedOf(binaryOf(program)).options, "-cl-opt-disable");
  loadAndBuild(bytes, "-no-such-option", CL_INVALID_BUILD_OPTIONS);
}

TEST_F(Embedded, SaysWarningsAndErrorsAgain) {
  const auto bytes = foreign("#warning \"seen\"\n" + std::string(addOne));
  EXPECT_THAT(logOf(loadAndBuild(bytes)), HasSubstr("\"seen\""));
  // As on a device without some feature.
  auto program = embeddedOf(bytes);
  const auto text = std::as_bytes(std::span("\nkernel void f() { missing(); }"));
  program.units[0].text.assign(text.begin(), text.end() - 1);
  const auto wrong = changed(bytes, [&](auto &payload) { payload = writeEmbedded(program); });
  const auto failed = loadAndBuild(wrong, "", CL_BUILD_PROGRAM_FAILURE);
  EXPECT_THAT(logOf(failed), HasSubstr("2:19: error: "));
}

TEST_F(Embedded, HoldsHeadersAndFiles) {
  namespace fs = std::filesystem;
  const TemporaryFolder temporary;
  const fs::path &folder = temporary.path();
  fs::create_directories(folder / "deep");
  std::ofstream(folder / "deep/outer.h") << "#include \"../inner.h\"\n";
  std::ofstream(folder / "inner.h") << "#define INNER 20\n";
  const std::string options = "-I " + (folder / "deep").string() + " -cl-kiln-portable";
  const auto main = makeProgram(
      "#include \"given.h\"\n#include <outer.h>\n#if "
      "__has_include(<absent.h>)\n#error\n#endif\nkernel void "
      "addOne(global int *p) { *p += GIVEN + INNER; }");
  const auto given = makeProgram("#define GIVEN 3\n");
  const char *name = "given.h";
  const cl_program header = given.get();
  ASSERT_EQ(
      clCompileProgram(main, 1, &device, options.c_str(), 1, &header, &name, nullptr, nullptr),
      CL_SUCCESS)
      << logOf(main);
  const auto bytes = ofAnotherBuild(binaryOf(main));
  fs::remove_all(folder);
  fs::create_directories(folder / "deep");
  // Files of this machine are not looked at.
  std::ofstream(folder / "deep/absent.h") << "";
  std::ofstream(folder / "inner.h") << "#define INNER 1000\n";
  const auto loaded = load(bytes, CL_SUCCESS);
  EXPECT_EQ(typeOf(loaded), cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT});
  EXPECT_EQ(runAddOne(link({loaded.get()}, "", CL_SUCCESS), 1), 24);
  EXPECT_EQ(runAddOne(loadAndBuild(bytes), 1), 24);
}

TEST_F(Embedded, ObjectsAndLibrariesAreLinkedLater) {
  const auto object =
      compile("int f(int); kernel void addOne(global int *p) { *p = f(*p); }", "-cl-kiln-portable");
  const auto part = compile("int g(int x) { return x + 1; }", "-cl-kiln-portable");
  const auto other = compile("int g(int); int f(int x) { return g(x) * 10; }", "-cl-kiln-portable");
  const auto library = link({part.get(), other.get()}, "-create-library", CL_SUCCESS);
  const auto objectAgain = load(ofAnotherBuild(binaryOf(object)), CL_SUCCESS);
  const auto libraryAgain = load(ofAnotherBuild(binaryOf(library)), CL_SUCCESS);
  EXPECT_EQ(typeOf(libraryAgain), cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_LIBRARY});
  const auto linked =
      link({objectAgain.get(), libraryAgain.get()}, "-cl-denorms-are-zero", CL_SUCCESS);
  EXPECT_EQ(runAddOne(linked, 4), 50);
  // The linked program has embedded source or IL in its turn, unless an input has none.
  const auto bytes = binaryOf(linked);
  EXPECT_EQ(embeddedOf(bytes).units.size(), 3u);
  EXPECT_EQ(runAddOne(loadAndBuild(ofAnotherBuild(bytes)), 4), 50);
  const auto plain = compile("int f(int x) { return x; }", "");
  const auto mixed = binaryOf(link({objectAgain.get(), plain.get()}, "", CL_SUCCESS));
  EXPECT_EQ(compiler::findEmbedded(read(mixed)), nullptr);
}

TEST_F(Embedded, AnInputThatDoesNotCompileFailsTheLink) {
  const auto bytes = binaryOf(compile(addOne, "-cl-kiln-portable"));
  auto program = embeddedOf(bytes);
  program.units[0].options = "-DCUT -no-such-option";
  const auto wrong = changed(bytes, [&](auto &payload) { payload = writeEmbedded(program); });
  const auto loaded = load(wrong, CL_SUCCESS);
  EXPECT_THAT(logOf(link({loaded.get()}, "", CL_LINK_PROGRAM_FAILURE)),
              HasSubstr("no-such-option"));
}

TEST_F(Embedded, KeepsSpirvAndItsConstants) {
  std::ifstream file(KILN_TEST_PARTS "specialized.spv", std::ios::binary);
  const std::string words{std::istreambuf_iterator<char>(file), {}};
  cl_int error = 1;
  const test::OwnedProgram program =
      clCreateProgramWithIL(context, words.data(), words.size(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_uint value = 77;
  ASSERT_EQ(clSetProgramSpecializationConstant(program, 3, sizeof value, &value), CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "-cl-kiln-portable", nullptr, nullptr), CL_SUCCESS);
  const auto bytes = binaryOf(program);
  const auto embedded = embeddedOf(bytes);
  ASSERT_EQ(embedded.units.size(), 1u);
  EXPECT_EQ(embedded.units[0].language, compiler::EmbeddedLanguage::spirv);
  EXPECT_EQ(embedded.units[0].text.size(), words.size());
  const auto again = loadAndBuild(ofAnotherBuild(bytes));
  const auto kernel = makeKernel(again, "specialized");
  const auto buffer = makeBuffer(std::vector<cl_ulong>(4));
  setArguments(kernel, buffer.get());
  run(kernel, 1);
  EXPECT_EQ(Fixture::read<cl_ulong>(buffer, 4)[2], value);
  EXPECT_EQ(sourceOf(again), "");
  EXPECT_EQ(embeddedOf(binaryOf(again)), embedded);
}

TEST_F(Embedded, DamageAndOtherVersionsAreRefused) {
  const auto bytes = foreign(addOne);
  const auto with = [&](size_t at, uint32_t value) {
    return changed(bytes, [&](auto &payload) { std::memcpy(&payload[at], &value, 4); });
  };
  load(with(0, 0), CL_INVALID_BINARY);
  EXPECT_THAT(message(), HasSubstr("embedded source or IL does not begin"));
  load(with(4, 2), CL_INVALID_BINARY);
  EXPECT_THAT(message(), HasSubstr("format version 2"));
  load(with(8, 3), CL_INVALID_BINARY);
  EXPECT_THAT(message(), HasSubstr("embedded source or IL is damaged"));
  load(changed(bytes, [](auto &payload) { payload.pop_back(); }), CL_INVALID_BINARY);
  EXPECT_THAT(message(), HasSubstr("embedded source or IL is damaged"));
  auto broken = bytes;
  broken.back() ^= std::byte{1};
  load(broken, CL_INVALID_BINARY);
  EXPECT_THAT(message(), HasSubstr("checksum"));
}

TEST_F(Embedded, SurvivesAnyBytes) {
  const auto bytes = foreign("/* " + std::string(200, 'x') + " */ " + addOne);
  std::mt19937 random(5);
  int built = 0;
  for (int round = 0; round < 40; ++round) {
    const auto damaged = changed(bytes, [&](auto &payload) {
      payload[8 + random() % (payload.size() - 8)] = static_cast<std::byte>(random());
    });
    const size_t size = damaged.size();
    const auto *pointer = reinterpret_cast<const unsigned char *>(damaged.data());
    cl_int error = 1;
    const test::OwnedProgram program =
        clCreateProgramWithBinary(context, 1, &device, &size, &pointer, nullptr, &error);
    ASSERT_TRUE(error == CL_SUCCESS || error == CL_INVALID_BINARY) << error;
    built +=
        program.get() && clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS;
  }
  EXPECT_GT(built, 0);
}

TEST_F(Embedded, OneForAnObjectOfSeveralUnitsIsRefused) {
  const auto bytes = binaryOf(compile(addOne, "-cl-kiln-portable"));
  auto program = embeddedOf(bytes);
  program.units.push_back(program.units[0]);
  const auto wrong = changed(bytes, [&](auto &payload) { payload = writeEmbedded(program); });
  const auto loaded = load(wrong, CL_SUCCESS);
  link({loaded.get()}, "", CL_LINK_PROGRAM_FAILURE);
}

/// A container of one device is built for another.
class EmbeddedDevices : public test::SeveralDevices {};

TEST_P(EmbeddedDevices, ServesEach) {
  const char *text = addOne;
  cl_int error = -1;
  const test::OwnedProgram program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  ASSERT_EQ(clBuildProgram(program, 1, &devices[0], "-cl-kiln-portable", nullptr, nullptr),
            CL_SUCCESS);
  size_t sizes[2];
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(sizes[1], 0u);
  compiler::Bytes bytes(sizes[0]);
  std::byte *pointers[2] = {bytes.data(), nullptr};
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointers, pointers, nullptr),
            CL_SUCCESS);
  bytes = ofAnotherBuild(bytes);
  const auto *binary = reinterpret_cast<const unsigned char *>(bytes.data());
  const unsigned char *binaries[] = {binary, binary};
  const size_t lengths[] = {bytes.size(), bytes.size()};
  const test::OwnedProgram both =
      clCreateProgramWithBinary(context, 2, devices, lengths, binaries, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(both, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  for (int i = 0; i < 2; ++i) {
    const auto kernel = makeKernel(both, "addOne");
    const auto buffer = makeBuffer(std::vector<int>{6});
    setArguments(kernel, buffer.get());
    const auto event = launch(queues[i], kernel, 1);
    int result = 0;
    EXPECT_EQ(clEnqueueReadBuffer(queues[i], buffer, CL_TRUE, 0, sizeof result, &result, 1,
                                  event.address(), nullptr),
              CL_SUCCESS);
    EXPECT_EQ(result, 7);
  }
}

INSTANTIATE_TEST_SUITE_P(, EmbeddedDevices, testing::Values(0, 1));

}  // namespace
