// A child process that the application does not notice. No LLVM.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>

#include "compiler/module.h"
#include "compiler/result.h"

namespace compiler::isolation {

/// Starts the program at `path` with one socket as its standard input and output, expects the frame
/// `greeting`, sends it `request` as a frame and receives its answer. The process is
/// gone, or killed, when this returns: after its answer, its end, garbage, or `timeout`.
///
/// Error::outOfResources: the program cannot be used. It could not be started, ended before its
/// greeting, or gave the greeting of another build. Error::internalFailure: it ended, or took too
/// long, with the request.
///
/// The child inherits no other descriptor, has default signal handling, and is not a child of this
/// process: no SIGCHLD is sent and waitpid(-1) does not see it (unless this process is the one that
/// orphans go to, as init and PR_SET_CHILD_SUBREAPER processes are).
Result<Bytes> askProcess(const std::string &path, std::string_view greeting,
                         std::span<const std::byte> request, std::chrono::milliseconds timeout);

}  // namespace compiler::isolation
