// Diagnostics with colours, as Clang's are on terminals.
#pragma once

#include <string>
#include <string_view>

#include "options.h"

namespace compiler::tools::clc {

/// Whether standard error takes colours: a terminal that is not "dumb", without NO_COLOR.
bool takesColor(Color color);

/// What the compiler says, in Clang's format, with colours.
std::string paint(std::string_view log);

}  // namespace compiler::tools::clc
