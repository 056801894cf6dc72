// Translates build options and a device's properties to Clang's settings.
//
// The settings depend on these two alone, never on the environment, so equal options on equal
// devices give equal programs.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/info.h"
#include "frontend/build_options.h"

namespace clang {
class CompilerInvocation;
class DiagnosticsEngine;
}  // namespace clang

namespace compiler::frontend {

/// Returns a feature required by the language version and missing in the device, or an empty
/// string. OpenCL C 3.0 requires none; 2.0 and C++ for OpenCL do.
std::string_view missingFeature(LanguageVersion version, const DeviceProperties &properties);

/// Returns the arguments of `clang -cc1` for a program with these options on this device. With them
/// and the virtual headers, the clang program makes the same IR.
std::vector<std::string> makeArguments(const BuildOptions &options,
                                       const DeviceProperties &properties);

/// Parses these arguments into Clang's settings. Null if Clang refuses them; `diagnostics` then has
/// the reason. That happens for warnings unknown to Clang together with -Werror, for instance.
std::shared_ptr<clang::CompilerInvocation> makeInvocation(const BuildOptions &options,
                                                          const DeviceProperties &properties,
                                                          clang::DiagnosticsEngine &diagnostics);

}  // namespace compiler::frontend
