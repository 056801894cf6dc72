// Functions that extensions add and Clang does not declare (builtins/declarations.def).
#pragma once

#include "compiler/info.h"

namespace clang {
class Sema;
}

namespace compiler::frontend {

/// Makes `sema` declare the functions of `facts`' extensions when a program first names one: a
/// program that names none pays for none. `facts` has to outlive `sema`.
void addExtensionDeclarations(clang::Sema &sema, const DeviceFacts &facts);

}  // namespace compiler::frontend
