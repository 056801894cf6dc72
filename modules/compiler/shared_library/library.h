// The one Library of the process.
#pragma once

#include "compiler/library.h"

namespace compiler {

Library &theLibrary();

}  // namespace compiler
