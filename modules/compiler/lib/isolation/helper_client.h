// Runs build operations in the helper process: the application's side of the isolation.
#pragma once

#include "operations/operation.h"

namespace compiler::isolation {

/// Returns true in the helper process itself, where operations run at once instead of in another
/// helper.
bool isHelper();
/// Marks this process as the helper. Called once at its start, before any operation.
void becomeHelper();

/// Performs the operation in a helper process started for it, and waits for the outcome.
/// Thread-safe.
///
/// A helper that crashes, hangs or exhausts its memory only fails this outcome. The error depends
/// on the operation: Error::invalidBinary on operations with foreign bytes (the input is to blame),
/// Error::compileFailure on emitSpirv, else Error::internalFailure. A missing or outdated helper
/// program is reported once on standard error, and is an internal failure as well.
Outcome runInHelper(const BaseTarget &target, const ModuleData &data, const Operation &operation);

}  // namespace compiler::isolation
