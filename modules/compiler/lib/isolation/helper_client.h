// The side of the helper process that is in the application.
#pragma once

#include "steps/operation.h"

namespace compiler::isolation {

/// Whether this process is the helper itself.
bool isHelper();
void becomeHelper();

/// Performs the operation in a helper process of its own.
Outcome runInHelper(const BaseTarget &target, const ModuleData &data, const Operation &operation);

}  // namespace compiler::isolation
