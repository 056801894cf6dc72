// One child process, one socket pair, three frames (protocol.cpp has the picture).
//
// The socket is the child's standard input and output. The parent closes its copy of the child's
// end, so the stream ends when the child does, and a blocked read returns. The deadline holds for
// the whole conversation. The child is killed through a pidfd, so no other process can be hit by a
// reused id.

#include "isolation/helper_process.h"

#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "isolation/channel.h"
#include "support/child_process.h"

namespace compiler::isolation {

using support::Descriptor;

namespace {

/// Makes the failure for a process beyond its time limit.
Failure lateFailure() {
  return {Error::internalFailure, "the helper process took too long"};
}

/// Returns true once the deadline has passed.
bool isLate(Deadline deadline) {
  return std::chrono::steady_clock::now() >= deadline;
}

/// Receives the first frame and compares it with the build id. A helper of another build would read
/// the request's bytes with another layout.
Result<void> checkGreeting(int socket, const std::string &path, std::string_view greeting,
                           Deadline deadline) {
  const auto frame = receiveFrame(socket, deadline);
  if (!frame && isLate(deadline)) {
    return lateFailure();
  }
  if (!frame) {
    return Failure{Error::outOfResources,
                   "the helper program " + path + " cannot be used: it ended before it was ready"};
  }
  if (!std::ranges::equal(*frame, std::as_bytes(std::span(greeting)))) {
    return Failure{Error::outOfResources,
                   "the helper program " + path + " is of another build of the driver"};
  }
  return {};
}

}  // namespace

Result<Bytes> askProcess(const std::string &path, std::string_view greeting,
                         std::span<const std::byte> request, std::chrono::milliseconds timeout) {
  const Deadline deadline = std::chrono::steady_clock::now() + timeout;
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    return Failure{Error::outOfResources, "no socket for the helper process"};
  }
  const Descriptor ours(sockets[0]);
  Descriptor theirs(sockets[1]);
  // Without a pidfd (Linux before 5.3) the helper ends when its socket closes.
  Descriptor pidfd;
  const support::ChildProgram program{
      .path = path, .arguments = {path}, .descriptors = {theirs.get(), theirs.get(), -1}};
  if (int error = support::startChild(program, &pidfd)) {
    return Failure{Error::outOfResources, "the helper program " + path + " cannot be started: " +
                                              std::string(strerrordesc_np(error))};
  }
  // The child's copy is then the last one: its end ends the stream.
  theirs = Descriptor();
  if (auto met = checkGreeting(ours.get(), path, greeting, deadline); !met) {
    support::killChild(pidfd);
    return std::move(met.error());
  }
  std::optional<Bytes> answer;
  if (sendFrame(ours.get(), request, deadline)) {
    answer = receiveFrame(ours.get(), deadline);
  }
  support::killChild(pidfd);
  if (answer) {
    return std::move(*answer);
  }
  if (isLate(deadline)) {
    return lateFailure();
  }
  return Failure{Error::internalFailure, "the helper process ended without an answer"};
}

}  // namespace compiler::isolation
