// Colours the compiler's diagnostics as Clang does on terminals.
//
// The compiler itself makes plain text, which also goes into the container as the build log.
#pragma once

#include <string>
#include <string_view>

#include "options.h"

namespace compiler::tools::clc {

/// Tells if diagnostics get colours. Color::automatic means: standard error is a terminal, TERM is
/// not "dumb", and NO_COLOR is not set.
bool takesColor(Color color);

/// Adds escape sequences for colours to diagnostics in Clang's format.
/// The text itself stays the same. Lines in another format are left alone.
std::string paint(std::string_view log);

}  // namespace compiler::tools::clc
