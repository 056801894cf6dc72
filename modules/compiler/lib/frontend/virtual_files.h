// Defines the file system that a compilation sees.
//
// It has three layers: Kiln's own headers and the target's declarations, the headers of
// clCompileProgram, and the regular files of the machine (or given files in their place). Each
// access to the third layer is recorded, for caches and for embedded source.
//
//   #include "opencl-c-base.h"   /kiln/own
//   #include "header.h"          /kiln/program/headers, then the -I folders of the options
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

/// The root of everything outside of the machine's file system. Files of the machine below this
/// folder are hidden.
inline constexpr char virtualFolder[] = "/kiln/";
/// Folder of Kiln's own headers: Clang's base header of OpenCL C, and additions to it.
inline constexpr char ownHeaderFolder[] = "/kiln/own";
/// Folder of the headers passed to clCompileProgram.
inline constexpr char inputHeaderFolder[] = "/kiln/program/headers";
/// The file with DeviceProperties::declarations.
inline constexpr char declarationsFile[] = "/kiln/target/declarations";

/// Returns the paths of the headers included before every source, in their order: Clang's base
/// header, Kiln's additions, then the target's declarations if there are any.
std::vector<std::string> preincludedHeaders(const DeviceProperties &properties);

/// Makes the layers for one compilation; not thread-safe afterwards, because it records accesses.
///
/// `seen` receives the files of the machine that are looked for, with their contents, or their
/// absence. `seen` and all texts must outlive the result. With `only`, these files take the place
/// of the machine's.
///
/// Null, with a line in the log, if a header's name is empty or in conflict with another one.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> makeFileSystem(std::span<const InputHeader> headers,
                                                               const DeviceProperties &properties,
                                                               std::string &log,
                                                               std::vector<FileDependency> &seen,
                                                               const std::vector<GivenFile> *only);

}  // namespace compiler::frontend
