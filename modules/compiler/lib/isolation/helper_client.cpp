#include "isolation/helper_client.h"

#include <dlfcn.h>
#include <unistd.h>
#include <atomic>

#include "base/base_context.h"
#include "base/base_target.h"
#include "isolation/helper_process.h"
#include "isolation/protocol.h"

namespace compiler::isolation {
namespace {

constexpr std::chrono::minutes timeout{10};
/// Reading takes milliseconds, unless damaged bytes make a reader go on for ever.
constexpr std::chrono::minutes readingTimeout{1};
std::atomic<bool> isHelperProcess = false;

/// The helper program, by its place relative to this library's in an installation or in the
/// build tree. Empty if it is not there.
std::string findHelper() {
  Dl_info library;
  if (dladdr(reinterpret_cast<const void *>(&findHelper), &library) == 0) {
    return {};
  }
  const std::string path = library.dli_fname;
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash);
  for (const char *relative : {KILN_HELPER_PATH, "../libexec/kiln-compile"}) {
    std::string helper = folder + '/' + relative;
    if (access(helper.c_str(), X_OK) == 0) {
      return helper;
    }
  }
  return {};
}

Outcome fail(std::string message, Error error = Error::internalFailure) {
  Outcome outcome;
  outcome.log = "error: " + message + '\n';
  outcome.failure = Failure{error, std::move(message)};
  return outcome;
}

/// What a step that succeeds has to hand over.
bool isComplete(const Outcome &outcome, OperationKind kind) {
  return outcome.failure || (hasOutput(kind) ? !outcome.output.empty() : outcome.data.has_value());
}

}  // namespace

bool isHelper() {
  return isHelperProcess;
}
void becomeHelper() {
  isHelperProcess = true;
}

Outcome runInHelper(const BaseTarget &target, const ModuleData &data, const Operation &operation) {
  const std::string helper = findHelper();
  if (helper.empty()) {
    return fail("the helper program kiln-compile is not installed");
  }
  const Library &library = static_cast<const BaseContext &>(target.context()).library();
  const Bytes request = writeRequest(library.buildId(), target.info().name(),
                                     target.compilerFacts(), data, operation);
  const bool isReading = needsIsolation(operation.kind);
  auto answer = askProcess(helper, request, isReading ? readingTimeout : timeout);
  if (!answer) {
    // What else could make it end is that the bytes are not what they seem, or LLVM's SPIR-V back
    // end.
    const bool ended = answer.failure().error == Error::internalFailure;
    const Error reason =
        operation.kind == OperationKind::emitSpirv ? Error::compileFailure : Error::invalidBinary;
    return fail(answer.failure().message, isReading && ended ? reason : Error::internalFailure);
  }
  auto outcome = readOutcome(*answer);
  if (!outcome || !isComplete(*outcome, operation.kind)) {
    return fail("the helper process gave an answer that makes no sense");
  }
  // A fatal error of LLVM's reader, which the helper lived to tell.
  if (isReading && outcome->failure && outcome->failure->error == Error::internalFailure) {
    outcome->failure->error = Error::invalidBinary;
  }
  return std::move(*outcome);
}

}  // namespace compiler::isolation
