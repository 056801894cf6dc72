// Starts a child process for one request and one answer, unnoticed by the application. No LLVM.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>

#include "compiler/module.h"
#include "compiler/result.h"

namespace compiler::isolation {

/// Starts the program at `path` with one socket as its standard input and output, expects the frame
/// `greeting`, sends `request` as a frame and returns the answer's bytes. The process has ended or
/// was killed when this returns: after its answer, its end, garbage, or `timeout`. Thread-safe.
///
/// Error::outOfResources: the program cannot be used. It could not be started, ended before its
/// greeting, or gave the greeting of another build. Error::internalFailure: it ended during the
/// request, or took too long.
///
/// The child inherits no other descriptor and has default signal handling. It is not a child of
/// this process: no SIGCHLD is sent, and waitpid(-1) does not see it. Only processes that adopt
/// orphans (init, and the users of PR_SET_CHILD_SUBREAPER) see its end.
Result<Bytes> askProcess(const std::string &path, std::string_view greeting,
                         std::span<const std::byte> request, std::chrono::milliseconds timeout);

}  // namespace compiler::isolation
