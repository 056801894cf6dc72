// The files that a compilation can see.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/info.h"
#include "compiler/module.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace compiler::frontend {

/// Where all that is not in the file system lies; what the file system has there is not seen.
inline constexpr char virtualFolder[] = "/kiln/";
/// The folder of our own headers and that of the headers passed to clCompileProgram,
/// in the virtual file system.
inline constexpr char ownHeaderFolder[] = "/kiln/own";
inline constexpr char inputHeaderFolder[] = "/kiln/program/headers";
/// The file that DeviceProperties::declarations are in.
inline constexpr char declarationsFile[] = "/kiln/target/declarations";

/// Paths of the headers that are included before every source, in their order.
std::vector<std::string> preincludedHeaders(const DeviceProperties &properties);

/// Our own headers, the target's declarations, then `headers`, then regular files of the file
/// system. `seen` receives those that are looked for in the file system, and what they held; it and
/// the texts must outlive the result. With `only`, these files are what the file system has. Null,
/// with a line in the log, if a header's name cannot be a file beside the others.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> makeFileSystem(std::span<const InputHeader> headers,
                                                               const DeviceProperties &properties,
                                                               std::string &log,
                                                               std::vector<FileDependency> &seen,
                                                               const std::vector<GivenFile> *only);

}  // namespace compiler::frontend
