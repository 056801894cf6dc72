#include "isolation/helper_process.h"

#include <sys/socket.h>

#include <cstring>
#include <optional>

#include "isolation/channel.h"
#include "support/child_process.h"

namespace compiler::isolation {

using support::Descriptor;

Result<Bytes> askProcess(const std::string &path, std::span<const std::byte> request,
                         std::chrono::milliseconds timeout) {
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
    return Failure{Error::outOfResources, "the helper process " + path + " cannot be started: " +
                                              std::string(strerrordesc_np(error))};
  }
  theirs = Descriptor();
  std::optional<Bytes> answer;
  if (sendFrame(ours.get(), request, deadline)) {
    answer = receiveFrame(ours.get(), deadline);
  }
  support::killChild(pidfd);
  if (answer) {
    return std::move(*answer);
  }
  const bool late = std::chrono::steady_clock::now() >= deadline;
  return Failure{Error::internalFailure, late ? "the helper process took too long"
                                              : "the helper process ended without an answer"};
}

}  // namespace compiler::isolation
