// A target of libkiln-compiler.so, opened as the runtime opens it.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "compiler/kernel.h"
#include "compiler/library.h"

namespace compiler {

inline Library &openLibrary() {
  static Library *library = [] {
    void *handle = dlopen(KILN_TEST_COMPILER_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(handle, nullptr) << dlerror();
    auto get = reinterpret_cast<GetLibraryFunction>(dlsym(handle, getLibrarySymbol));
    return get(interfaceVersion);
  }();
  return *library;
}

inline Info &hostInfo() {
  for (Info *info : openLibrary().infos()) {
    if (info->name() == "host") {
      return *info;
    }
  }
  ADD_FAILURE() << "there is no host target";
  std::abort();
}

struct LibraryTest : testing::Test {
  std::unique_ptr<Context> context = openLibrary().createContext();
  std::unique_ptr<Target> target = std::move(*hostInfo().createTarget(*context, ""));

  std::unique_ptr<Module> compiled(std::string_view source, std::string_view options = "") {
    auto module = target->createModule();
    EXPECT_TRUE(module->parseOptions(options, OptionsMode::compile)) << module->log();
    EXPECT_TRUE(module->compileOpenCLC(source, {})) << module->log();
    EXPECT_EQ(module->getState(), ModuleState::compiled);
    return module;
  }

  std::unique_ptr<Module> finalized(std::string_view source, std::string_view options = "") {
    auto module = compiled(source, options);
    EXPECT_TRUE(module->link({}, false)) << module->log();
    EXPECT_TRUE(module->finalize()) << module->log();
    EXPECT_EQ(module->getState(), ModuleState::finalized);
    return module;
  }
};

inline constexpr char addSource[] =
    "kernel void add(global const float *a, global const float *b, global float *c) {\n"
    "  size_t i = get_global_id(0);\n"
    "  c[i] = a[i] + b[i];\n"
    "}\n";

}  // namespace compiler
