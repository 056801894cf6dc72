// Chooses the helper program, asks it, and translates its end into a failure of the build.
//
// The helper is looked for beside this library's own file rather than in $PATH or by an absolute
// path of the installation: packages are relocatable, and a build tree uses its own helper.

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

/// Time limit of a whole operation, code generation included. The client kills a slower helper.
constexpr std::chrono::minutes timeout{10};
/// Time limit of operations on foreign bytes. They take milliseconds, but damaged bytes can make a
/// reader loop for ever.
constexpr std::chrono::minutes readingTimeout{1};
/// See isHelper().
std::atomic<bool> isHelperProcess = false;

/// Returns the places of the helper program, in order: relative to this library's file, as in the
/// build tree (KILN_HELPER_PATH, set by CMake) and as in an installation. Empty if the library's
/// own path is unknown.
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

/// Returns the path of the first executable helper program, or a failure with all places and the
/// reason for each.
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

/// Returns a failed outcome with `message` in its log as well.
Outcome fail(std::string message, Error error = Error::internalFailure) {
  Outcome outcome;
  outcome.log = "error: " + message + '\n';
  outcome.failure = Failure{error, std::move(message)};
  return outcome;
}

/// Returns a failure caused by the installation, not by the input. So it is also printed, once per
/// message.
Outcome failWithoutHelper(const std::string &message) {
  support::reportOnce(message);
  return fail(message);
}

/// Returns true if an outcome has everything due from a successful operation of this kind. A helper
/// with damaged memory must not make the caller use an empty module.
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
    return failWithoutHelper(helper.error().message);
  }
  const Library &library = static_cast<const BaseContext &>(target.context()).library();
  const Bytes request =
      writeRequest(target.info().name(), target.targetProperties(), data, operation);
  const bool isReading = needsIsolation(operation.kind);
  auto answer =
      askProcess(*helper, library.buildId(), request, isReading ? readingTimeout : timeout);
  if (!answer && answer.error().code == Error::outOfResources) {
    return failWithoutHelper(answer.error().message);
  }
  if (!answer) {
    // The installation is sound, so the input made the helper end: damaged bitcode, or a module too
    // unusual for LLVM's SPIR-V back end.
    const Error reason =
        operation.kind == OperationKind::emitSpirv ? Error::compileFailure : Error::invalidBinary;
    return fail(answer.error().message, isReading ? reason : Error::internalFailure);
  }
  auto outcome = readOutcome(*answer);
  if (!outcome || !isComplete(*outcome, operation.kind)) {
    return fail("the helper process gave a malformed answer");
  }
  // The helper survived a fatal error of LLVM's reader (its compile thread was abandoned).
  if (isReading && outcome->failure && outcome->failure->code == Error::internalFailure) {
    outcome->failure->code = Error::invalidBinary;
  }
  return std::move(*outcome);
}

}  // namespace compiler::isolation
