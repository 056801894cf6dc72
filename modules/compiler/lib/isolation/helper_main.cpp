#include "isolation/helper_main.h"

#include <sys/resource.h>
#include <unistd.h>
#include <algorithm>

#include "compiler/library.h"
#include "compiler/target/base_target.h"
#include "isolation/channel.h"
#include "isolation/helper_client.h"
#include "isolation/protocol.h"
#include "operations/operation.h"

namespace compiler {
namespace {

/// Returns a failed outcome with `message` in its log as well.
Outcome fail(Error error, std::string message) {
  Outcome outcome;
  outcome.log = "error: " + message + '\n';
  outcome.failure = Failure{error, std::move(message)};
  return outcome;
}

/// Bytes of address space for operations on foreign bytes: damaged ones can ask for any amount. The
/// compile thread's reserved stack counts too, so the limit is not small. AddressSanitizer reserves
/// terabytes, so there is no limit under it.
constexpr rlim_t readingMemory = __has_feature(address_sanitizer) ? RLIM_INFINITY : rlim_t{8} << 30;

/// Lowers the soft limit of a resource; a lower hard limit stays.
void limit(__rlimit_resource resource, rlim_t value) {
  rlimit limits{};
  if (getrlimit(resource, &limits) == 0) {
    limits.rlim_cur = std::min(value, limits.rlim_max);
    setrlimit(resource, &limits);
  }
}

/// Performs the request on a target made for it. The target's name and properties come from the
/// driver of the same build, so an unknown name means a damaged installation.
Outcome answer(Library &library, isolation::Request &request) {
  const auto infos = library.infos();
  const auto info = std::ranges::find(infos, request.target, &Info::name);
  if (info == infos.end()) {
    return fail(Error::internalFailure, "the helper program lacks the target");
  }
  ModuleData &data = request.data;
  std::string log;
  if (auto set =
          setOptions(data, data.options.text, data.options.mode, (*info)->deviceOptions(), log);
      !set) {
    return fail(set.error().code, set.error().message);
  }
  auto context = library.createContext();
  auto target = (*info)->createTarget(*context, request.targetProperties);
  if (!target) {
    return fail(target.error().code, target.error().message);
  }
  return static_cast<const BaseTarget &>(**target).run(request.data, request.operation);
}

}  // namespace

int helperMain(Library &library) {
  isolation::becomeHelper();
  // A crash is an expected answer here; it must not leave core files in the application's folder.
  limit(RLIMIT_CORE, 0);
  const isolation::Deadline never = isolation::Deadline::max();
  if (!isolation::sendFrame(STDOUT_FILENO, std::as_bytes(std::span(library.buildId())), never)) {
    return 1;
  }
  const auto bytes = isolation::receiveFrame(STDIN_FILENO, never);
  isolation::Request request;
  if (!bytes || !isolation::readRequest(*bytes, request)) {
    return 1;
  }
  if (needsIsolation(request.operation.kind)) {
    limit(RLIMIT_AS, readingMemory);
  }
  const Outcome outcome = answer(library, request);
  return isolation::sendFrame(STDOUT_FILENO, isolation::writeOutcome(outcome), never) ? 0 : 1;
}

}  // namespace compiler
