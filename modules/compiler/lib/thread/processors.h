// Counts the processors of the calling thread, to size parallel code generation.
#pragma once

namespace compiler {

/// Returns the number of processors in the calling thread's affinity mask, at least 1. Pinning a
/// thread thereby limits the compiler's parallelism, too. Thread-safe.
unsigned processorsOfThread();

}  // namespace compiler
