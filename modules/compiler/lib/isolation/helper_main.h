// kiln-compile: the helper process. See helper_client.h for the other side.
#pragma once

namespace compiler {

class Library;

/// Reads a request from standard input, performs it, and answers on standard output. Returns
/// the exit code.
int helperMain(Library &library);

}  // namespace compiler
