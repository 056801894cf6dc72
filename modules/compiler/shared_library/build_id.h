// The identity of this very libkiln-compiler.so.
#pragma once

#include <string>

namespace compiler {

/// The linker's build id (a hash of the library's content, in the .note.gnu.build-id section,
/// so that it can be read from the file without loading it), in hexadecimal digits.
std::string libraryBuildId();

}  // namespace compiler
