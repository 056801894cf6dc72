// Functions that extensions add and Clang does not declare (builtins/declarations.def).
#pragma once

#include "compiler/info.h"

namespace clang {
class Sema;
}

namespace compiler::frontend {

/// Makes `sema` declare the functions of `properties`' extensions when a program first names one: a
/// program that names none pays for none. `properties` has to outlive `sema`.
void addExtensionDeclarations(clang::Sema &sema, const DeviceProperties &properties);

}  // namespace compiler::frontend
