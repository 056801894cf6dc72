#include "isolation/helper_client.h"

#include <dlfcn.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "compiler/target/base_target.h"
#include "isolation/helper_process.h"
#include "isolation/protocol.h"
#include "support/report_once.h"
#include "thread/base_context.h"

namespace compiler::isolation {
namespace {

constexpr std::chrono::minutes timeout{10};
/// Reading takes milliseconds, unless damaged bytes make a reader go on for ever.
constexpr std::chrono::minutes readingTimeout{1};
std::atomic<bool> isHelperProcess = false;

/// Where the helper program may be, relative to this library's place in an installation or in the
/// build tree.
std::vector<std::string> helperPaths() {
  Dl_info library;
  if (dladdr(reinterpret_cast<const void *>(&helperPaths), &library) == 0) {
    return {};
  }
  const std::string path = library.dli_fname;
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash);
  std::vector<std::string> paths;
  for (const char *relative : {KILN_HELPER_PATH, "../libexec/kiln-compile"}) {
    std::string helper = std::filesystem::path(folder + '/' + relative).lexically_normal();
    if (std::ranges::find(paths, helper) == paths.end()) {
      paths.push_back(std::move(helper));
    }
  }
  return paths;
}

/// The path of the helper program, or a message with the places where it was looked for.
Result<std::string> findHelper() {
  std::string places;
  for (std::string &path : helperPaths()) {
    if (access(path.c_str(), X_OK) == 0) {
      return std::move(path);
    }
    places += (places.empty() ? "" : ", ") + path + " (" + strerrordesc_np(errno) + ')';
  }
  return Failure{Error::outOfResources, "the helper program kiln-compile is missing: " + places};
}

Outcome fail(std::string message, Error error = Error::internalFailure) {
  Outcome outcome;
  outcome.log = "error: " + message + '\n';
  outcome.failure = Failure{error, std::move(message)};
  return outcome;
}

/// The installation is at fault, not the input.
Outcome failWithoutHelper(const std::string &message) {
  support::reportOnce(message);
  return fail(message);
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
  const auto helper = findHelper();
  if (!helper) {
    return failWithoutHelper(helper.failure().message);
  }
  const Library &library = static_cast<const BaseContext &>(target.context()).library();
  const Bytes request =
      writeRequest(target.info().name(), target.targetProperties(), data, operation);
  const bool isReading = needsIsolation(operation.kind);
  auto answer =
      askProcess(*helper, library.buildId(), request, isReading ? readingTimeout : timeout);
  if (!answer && answer.failure().error == Error::outOfResources) {
    return failWithoutHelper(answer.failure().message);
  }
  if (!answer) {
    // What else could make it end is that the bytes are not what they seem, or LLVM's SPIR-V back
    // end.
    const Error reason =
        operation.kind == OperationKind::emitSpirv ? Error::compileFailure : Error::invalidBinary;
    return fail(answer.failure().message, isReading ? reason : Error::internalFailure);
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
