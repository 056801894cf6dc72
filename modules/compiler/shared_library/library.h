// Gives access to the one compiler::Library of the process.
#pragma once

#include "compiler/library.h"

namespace compiler {

/// Returns the library. It is made at the first call, and never destroyed, because builds may run
/// until the process ends. Thread-safe.
Library &theLibrary();

}  // namespace compiler
