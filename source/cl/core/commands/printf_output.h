// What kernels print: a buffer for a launch, written to standard output when it ends.
#pragma once

#include "core/build/executable.h"
#include "core/memory/buffer.h"
#include "core/queues/command.h"

namespace cl {

/// Adds a printf buffer to a command of the executable that is about to be recorded. After the
/// launch is recorded call finishPrintf.
Result<Ref<Buffer>> beginPrintf(Command &command, Executable &executable);
/// Records what makes the output visible when the command ends.
Status finishPrintf(Command &command, Ref<Executable> executable, Ref<Buffer> output);

}  // namespace cl
