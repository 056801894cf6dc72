// The child is a grandchild. The process in between is cloned like a vfork child (it shares
// our memory, and we wait until it is gone), starts the helper, opens a pidfd for it in our
// descriptor table, and leaves, so that the helper becomes an orphan. Its exit signal is 0:
// nothing but waitpid with __WCLONE sees it. (The helper itself could not be cloned with
// exit signal 0, since exec sets it to SIGCHLD.)

#include "isolation/helper_process.h"

#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>

#include "isolation/channel.h"

extern "C" char **environ;

namespace compiler::isolation {
namespace {

/// A descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  ~Descriptor() { reset(-1); }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;

  int get() const { return value_; }
  void reset(int value) {
    if (value_ >= 0) {
      close(value_);
    }
    value_ = value;
  }

 private:
  int value_;
};

struct SpawnRequest {
  const char *path;
  const posix_spawn_file_actions_t *actions;
  const posix_spawnattr_t *attributes;
  int error = 0;
  int pidfd = -1;
};

/// The process in between. It shares our memory and our descriptors.
int spawnAndLeave(void *argument) {
  auto *request = static_cast<SpawnRequest *>(argument);
  char *const arguments[] = {const_cast<char *>(request->path), nullptr};
  pid_t helper = -1;
  request->error = posix_spawn(&helper, request->path, request->actions, request->attributes,
                               arguments, environ);
  if (request->error == 0) {
    request->pidfd = static_cast<int>(syscall(SYS_pidfd_open, helper, 0));
  }
  return 0;
}

bool runInBetween(SpawnRequest &request) {
  constexpr size_t stackSize = 64 << 10;
  const auto stack = std::make_unique<std::byte[]>(stackSize);
  const pid_t between =
      clone(spawnAndLeave, stack.get() + stackSize, CLONE_VM | CLONE_VFORK | CLONE_FILES, &request);
  if (between < 0) {
    request.error = errno;
    return false;
  }
  while (waitpid(between, nullptr, __WCLONE) < 0 && errno == EINTR) {
  }
  return request.error == 0;
}

bool spawn(SpawnRequest &request, int socket) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t all, none, before;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  request.actions = &actions;
  request.attributes = &attributes;

  // No handler of the application's may run in the process in between.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const bool spawned = runInBetween(request);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return spawned;
}

/// Best effort: without a pidfd (Linux before 5.3) the helper ends when its socket closes.
void killProcess(int pidfd) {
  if (pidfd >= 0) {
    syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, nullptr, 0);
  }
}

}  // namespace

Result<Bytes> askProcess(const std::string &path, std::span<const std::byte> request,
                         std::chrono::milliseconds timeout) {
  const Deadline deadline = std::chrono::steady_clock::now() + timeout;
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    return Failure{Error::outOfResources, "no socket for the helper process"};
  }
  Descriptor ours(sockets[0]);
  Descriptor theirs(sockets[1]);
  SpawnRequest spawned{.path = path.c_str(), .actions = nullptr, .attributes = nullptr};
  if (!spawn(spawned, theirs.get())) {
    return Failure{Error::internalFailure, "the helper process " + path + " cannot be started: " +
                                               std::string(strerrordesc_np(spawned.error))};
  }
  Descriptor pidfd(spawned.pidfd);
  theirs.reset(-1);
  std::optional<Bytes> answer;
  if (sendFrame(ours.get(), request, deadline)) {
    answer = receiveFrame(ours.get(), deadline);
  }
  killProcess(pidfd.get());
  if (answer) {
    return std::move(*answer);
  }
  const bool late = std::chrono::steady_clock::now() >= deadline;
  return Failure{Error::internalFailure, late ? "the helper process took too long"
                                              : "the helper process ended without an answer"};
}

}  // namespace compiler::isolation
