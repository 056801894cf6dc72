// Reads the build id of the loaded libkiln-compiler.so.
//
// Binaries, the cache and the helper process name the driver's build by it, so that no part of one
// build reads intermediate code of another.
#pragma once

#include <string>

namespace compiler {

/// Returns the linker's build id in hexadecimal digits: a hash of the library's content. It is in
/// the section .note.gnu.build-id, so other programs read it from the file without loading it.
/// Empty if the library was linked without one. Thread-safe.
std::string libraryBuildId();

}  // namespace compiler
