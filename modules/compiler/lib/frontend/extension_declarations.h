// Declares the builtins of extensions unknown to Clang (builtins/declarations.def).
//
// Without them a program that calls such a builtin would fail as with any undeclared function. The
// definitions are in the builtins library, linked by the kernel pipeline.
#pragma once

#include <string>
#include <vector>

#include "compiler/info.h"

namespace clang {
/// Clang's semantic analysis of one translation unit.
class Sema;
}  // namespace clang

namespace compiler::frontend {

/// Makes `sema` declare the functions of the device's extensions, each when a program first names
/// it. A program without such names pays nothing. Called once per compilation, before parsing.
/// `properties` must outlive `sema`.
void addExtensionDeclarations(clang::Sema &sema, const DeviceProperties &properties);

/// Adds macros for the names of work-groups' collective functions, if the device has them. For
/// programs before OpenCL C 2.0: Clang hides the names there (extension_declarations.cpp).
void addCollectiveNames(std::vector<std::string> &arguments, const DeviceProperties &properties);

}  // namespace compiler::frontend
