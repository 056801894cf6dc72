#pragma once

namespace compiler {

/// How many the calling thread may run on.
unsigned processorsOfThread();

}  // namespace compiler
