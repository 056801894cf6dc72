// The ways in which LLVM would end the process, led to abandonJob().
#pragma once

namespace compiler {

/// Installs LLVM's handlers, once per process. (The C library's ways out of a process,
/// which this library's link wraps, need no installation.)
void installFatalErrorHandlers();

}  // namespace compiler
