// Clang's settings for a set of build options and a device.
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

/// A feature that the language version requires and the device does not have; else empty.
std::string_view missingFeature(LanguageVersion version, const DeviceProperties &properties);

/// The arguments of `clang -cc1` that say what options and device say.
std::vector<std::string> makeArguments(const BuildOptions &options,
                                       const DeviceProperties &properties);

/// Null if Clang refuses the arguments; the diagnostics say why.
std::shared_ptr<clang::CompilerInvocation> makeInvocation(const BuildOptions &options,
                                                          const DeviceProperties &properties,
                                                          clang::DiagnosticsEngine &diagnostics);

}  // namespace compiler::frontend
