// Tests link and finalize: several units, libraries, symbols with two definitions or none.
//
// The programs have three units in a row, user → definition → helper, so each link has one
// definition too few, enough, or one too many. `finalize` follows in its own suite, because it is
// the first step that sees the whole program: recursion and missing definitions are its errors (CL
// 3.0 §5.8.5).
#include <atomic>

#include "fixture.h"

namespace compiler::cts {
namespace {

/// Three units: each calls a function of the next.
constexpr char user[] = "int twice(int x);\nkernel void k(global int *p) { *p = twice(*p); }";
constexpr char definition[] = "int once(int x);\nint twice(int x) { return once(x) + once(x); }";
constexpr char helper[] = "int once(int x) { return x; }";

}  // namespace

class LinkTest : public TargetTest {
 protected:
  /// Links the inputs into a module.
  template <class... Modules>
  Result<void> link(Module &into, bool createLibrary, const Modules &...inputs) {
    const std::array<const Module *, sizeof...(inputs)> pointers = {inputs.get()...};
    return into.link(pointers, createLibrary);
  }
  template <class... Modules>
  ModulePointer program(const Modules &...inputs) {
    ModulePointer module = make();
    EXPECT_TRUE(link(*module, false, inputs...)) << module->log();
    EXPECT_TRUE(module->finalize()) << module->log();
    return module;
  }
  /// Returns the names of the kernels in the module's binary, in its order.
  std::vector<std::string> kernelsOf(Module &module) {
    std::vector<std::string> names;
    auto binary = module.createBinary();
    EXPECT_TRUE(binary) << module.log();
    if (binary) {
      for (const auto &kernel : verified(*binary).metadata.kernels) {
        names.push_back(kernel.name);
      }
    }
    return names;
  }
};

KILN_COMPILER_CTS_SUITE_OVER(LinkTest, Link);

/// clLinkProgram (CL 3.0 §5.8.5) of three units: each function is defined in another one.
TEST_P(Link, JoinsUnits) {
  const auto module = program(compiled(user), compiled(definition), compiled(helper));
  EXPECT_THAT(kernelsOf(*module), testing::ElementsAre("k"));
}

/// Definitions may come before their uses; LLVM's linker reads its inputs in order.
TEST_P(Link, JoinsUnitsInAnyOrder) {
  const auto module = program(compiled(helper), compiled(definition), compiled(user));
  EXPECT_THAT(kernelsOf(*module), testing::ElementsAre("k"));
}

/// A compiled module takes further units: the build of a program with libraries needs no copy of
/// its own unit.
TEST_P(Link, JoinsInputsWithAModuleThatHoldsAUnit) {
  const ModulePointer module = compiled(user);
  ASSERT_TRUE(link(*module, false, compiled(definition), compiled(helper))) << module->log();
  EXPECT_EQ(module->getState(), ModuleState::linked);
  ASSERT_TRUE(module->finalize()) << module->log();
  EXPECT_THAT(kernelsOf(*module), testing::ElementsAre("k"));
}

/// ProgramInfo and the binary have the kernels of each unit.
TEST_P(Link, TakesKernelsOfAllUnits) {
  const auto module = program(compiled("kernel void a(global int *p) { *p = 1; }"),
                              compiled("kernel void b(int x) {}"), compiled("kernel void c() {}"));
  EXPECT_THAT(kernelsOf(*module), testing::UnorderedElementsAre("a", "b", "c"));
  for (const char *name : {"a", "b", "c"}) {
    EXPECT_TRUE(module->programInfo().find(name)) << name;
  }
}

/// -create-library (CL 3.0 §5.8.7): the result is an input of later links, and may have undefined
/// functions.
TEST_P(Link, MakesLibraries) {
  const ModulePointer library = make();
  ASSERT_TRUE(library->parseOptions("-create-library", OptionsMode::link));
  // Functions called by a library may come later.
  ASSERT_TRUE(link(*library, true, compiled(definition))) << library->log();
  EXPECT_EQ(library->getState(), ModuleState::library);
  const auto module = program(compiled(user), library, libraryOf(helper));
  EXPECT_THAT(kernelsOf(*module), testing::ElementsAre("k"));
}

/// Libraries are inputs of a library.
TEST_P(Link, MakesLibrariesOfLibraries) {
  const ModulePointer outer = make();
  ASSERT_TRUE(link(*outer, true, libraryOf(definition), libraryOf(helper))) << outer->log();
  EXPECT_EQ(outer->getState(), ModuleState::library);
  const auto module = program(compiled(user), outer);
  EXPECT_THAT(kernelsOf(*module), testing::ElementsAre("k"));
}

/// Error::linkFailure with the function's name in the log.
TEST_P(Link, RefusesTwoDefinitions) {
  const ModulePointer module = make();
  EXPECT_TRUE(failsWith(Error::linkFailure, link(*module, false, compiled(helper),
                                                 compiled("int once(int x) { return x + 1; }"))));
  EXPECT_EQ(module->getState(), ModuleState::failed);
  EXPECT_TRUE(contains(module->log(), "once")) << module->log();
  EXPECT_TRUE(module->log().ends_with('\n'));
}

/// Kernels are functions too; a program could not tell them apart by name.
TEST_P(Link, RefusesTwoKernelsOfOneName) {
  const ModulePointer module = make();
  EXPECT_TRUE(failsWith(Error::linkFailure,
                        link(*module, false, compiled(addSource), compiled(addSource))));
  EXPECT_TRUE(contains(module->log(), "add")) << module->log();
}

/// Static functions of one name stay two functions.
TEST_P(Link, KeepsStaticFunctionsApart) {
  const auto module =
      program(compiled("static int f() { return 1; }\nkernel void a(global int *p) { *p = f(); }"),
              compiled("static int f() { return 2; }\nkernel void b(global int *p) { *p = f(); }"));
  EXPECT_THAT(kernelsOf(*module), testing::UnorderedElementsAre("a", "b"));
}

/// link succeeds, since a later link may bring the definition. finalize is Error::linkFailure and
/// names the function.
TEST_P(Link, LeavesUndefinedFunctionsToFinalize) {
  const ModulePointer module = linked(user);
  EXPECT_TRUE(failsWith(Error::linkFailure, module->finalize()));
  EXPECT_EQ(module->getState(), ModuleState::failed);
  EXPECT_TRUE(contains(module->log(), "twice")) << module->log();
  EXPECT_TRUE(module->programInfo().kernels.empty());
}

/// State and serialized bytes of an input are the same after a link, and it serves another one.
TEST_P(Link, DoesNotChangeItsInputs) {
  const ModulePointer unit = compiled(helper);
  // Serialized bytes show any change of the module.
  const Bytes before = savedOf(*unit);
  program(compiled(user), compiled(definition), unit);
  EXPECT_EQ(unit->getState(), ModuleState::compiled);
  EXPECT_EQ(savedOf(*unit), before);
  program(compiled(user), compiled(definition), unit);
}

/// The inputs are temporaries here, gone after the call.
TEST_P(Link, DoesNotNeedItsInputsAfterwards) {
  const ModulePointer module = make();
  ASSERT_TRUE(link(*module, false, compiled(user), compiled(definition), compiled(helper)));
  ASSERT_TRUE(module->finalize()) << module->log();
  EXPECT_TRUE(module->createBinary());
}

/// Error::invalidValue without an effect on either module.
TEST_P(Link, RefusesInputsOfOtherStates) {
  for (const ModuleState state :
       {ModuleState::empty, ModuleState::linked, ModuleState::finalized, ModuleState::failed}) {
    const ModulePointer input = inState(state);
    const ModulePointer module = make();
    EXPECT_TRUE(failsWith(Error::invalidValue, link(*module, false, compiled(helper), input)))
        << testing::PrintToString(state);
    EXPECT_EQ(module->getState(), ModuleState::empty);
    EXPECT_EQ(input->getState(), state);
  }
}

/// No input, or a null one, is Error::invalidValue.
TEST_P(Link, RefusesNoInputs) {
  for (const bool createLibrary : {false, true}) {
    const ModulePointer module = make();
    EXPECT_TRUE(failsWith(Error::invalidValue, module->link({}, createLibrary)));
    EXPECT_EQ(module->getState(), ModuleState::empty);
    // A list of one null pointer.
    const std::array<const Module *, 1> nothing = {nullptr};
    EXPECT_TRUE(failsWith(Error::invalidValue, module->link(nothing, createLibrary)));
    EXPECT_EQ(module->getState(), ModuleState::empty);
  }
}

/// Modules of another target may have another data layout.
TEST_P(Link, RefusesInputsOfAnotherTarget) {
  for (Info *other : library().infos()) {
    if (other->name() == info().name()) {
      continue;
    }
    // The default device of each other target of the library.
    auto made = other->createTarget(*context_, "");
    ASSERT_TRUE(made) << made.error().message;
    const ModulePointer foreign = (*made)->createModule();
    ASSERT_TRUE(foreign->compileOpenCLC(helper, {})) << foreign->log();
    const ModulePointer module = make();
    EXPECT_TRUE(failsWith(Error::invalidValue, link(*module, false, foreign))) << other->name();
  }
}

/// Inputs are read only, so four threads link the same ones at once.
TEST_P(Link, OfOneInputHappensOnManyThreads) {
  // Shared by all threads; each thread has its own result.
  const ModulePointer definitions = compiled(definition);
  const ModulePointer helpers = libraryOf(helper);
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) {
        const ModulePointer module = make();
        const std::array<const Module *, 2> inputs = {definitions.get(), helpers.get()};
        failures += !module->compileOpenCLC(user, {}) || !module->link(inputs, false) ||
                    !module->finalize() || !module->createBinary();
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(failures, 0);
}

KILN_COMPILER_CTS_SUITE_OVER(LinkTest, Finalize);

/// OpenCL C 3.0 §6.11 forbids it: direct, over two functions, and of a kernel. The log says so,
/// since LLVM would build it and the device would run out of stack.
TEST_P(Finalize, RejectsRecursion) {
  for (const char *source :
       {"int f(int x) { return x ? f(x - 1) : 0; }\nkernel void k(global int *p) { *p = f(*p); }",
        "int g(int x);\nint f(int x) { return x ? g(x - 1) : 0; }\nint g(int x) { return f(x); }\n"
        "kernel void k(global int *p) { *p = f(*p); }",
        "kernel void k(global int *p) { if (*p) { k(p + 1); } }"}) {
    const ModulePointer module = linked(source);
    const auto error = errorOf(module->finalize());
    EXPECT_TRUE(error == Error::linkFailure || error == Error::compileFailure) << source;
    EXPECT_TRUE(contains(module->log(), "recurs") || contains(module->log(), "calls itself"))
        << module->log();
    EXPECT_EQ(module->getState(), ModuleState::failed);
  }
}

/// Neither unit is recursive alone.
TEST_P(Finalize, RejectsRecursionThatALinkMakes) {
  const ModulePointer module = make();
  ASSERT_TRUE(link(*module, false,
                   compiled("int g(int x);\nint f(int x) { return g(x); }\n"
                            "kernel void k(global int *p) { *p = f(1); }"),
                   compiled("int f(int x);\nint g(int x) { return f(x); }")));
  EXPECT_FALSE(module->finalize());
  EXPECT_EQ(module->getState(), ModuleState::failed);
}

/// One build shows all that is missing.
TEST_P(Finalize, ReportsEveryUndefinedFunction) {
  const ModulePointer module = linked(
      "int f(int); int g(int);\n"
      "kernel void k(global int *p) { *p = f(1) + g(2); }");
  EXPECT_TRUE(failsWith(Error::linkFailure, module->finalize()));
  EXPECT_TRUE(contains(module->log(), "f")) << module->log();
  EXPECT_TRUE(contains(module->log(), "g")) << module->log();
}

/// CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE (CL 3.0 §5.8.9), in bytes. Skipped without the
/// feature.
TEST_P(Finalize, SizesProgramScopeVariables) {
  if (!contains(info().properties().features, "__opencl_c_program_scope_global_variables")) {
    GTEST_SKIP() << "the target has no program-scope variables in global memory";
  }
  // Returns the bytes of the program's variables.
  const auto size = [&](const char *source) {
    return finalized(source, "-cl-std=CL3.0")->programInfo().globalVariableSize;
  };
  EXPECT_EQ(size("kernel void k() {}"), 0u);
  EXPECT_EQ(size("global int counter = 3;\nkernel void k(global int *p) { *p = counter++; }"), 4u);
  EXPECT_EQ(size("global int4 v[3];\nkernel void k(global int4 *p) { v[1] = *p; *p = v[2]; }"),
            48u);
}

}  // namespace compiler::cts
