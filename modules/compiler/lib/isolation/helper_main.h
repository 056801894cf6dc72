// Implements main() of kiln-compile, the helper process; helper_client.h is the other side.
//
// The program has no options and no use by hand: it expects the frames of protocol.h on its
// standard input.
#pragma once

namespace compiler {

/// The targets of this driver (compiler/library.h).
class Library;

/// Reads one request from standard input, performs it and answers on standard output, in the frames
/// of protocol.h. Returns the exit code: 0 after an answer, 1 if the peer left or sent no request.
/// Both standard streams are one socket. The process has a limit of memory while it reads foreign
/// bytes, and never dumps core.
int helperMain(Library &library);

}  // namespace compiler
