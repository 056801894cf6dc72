// Starts orphaned processes.
//
// The program is a grandchild. The process in between is cloned like a vfork child: it shares this
// process's memory during the caller's wait for its end.
//
//   this process --clone--> process in between --posix_spawn--> program
//                           opens the pidfd, ends               adopted by init
//
// The process in between opens the pidfd in the shared descriptor table and leaves, so the program
// becomes an orphan. Its own exit signal is 0, so only waitpid with __WCLONE sees it. (The program
// itself cannot be cloned with exit signal 0, since exec sets it to SIGCHLD.)

#include "support/child_process.h"

#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <memory>
#include <utility>

extern "C" char **environ;

// clone under its other name. Sanitizers, also one that only the application has, replace clone
// by a function for children with a memory of their own.
extern "C" int __clone(int (*function)(void *), void *stack, int flags, void *argument, ...);

namespace support {
namespace {

// Arguments and results of the process in between. It lies on the caller's stack; both processes
// see the same memory.
struct SpawnRequest {
  const char *path;
  char **arguments;
  const posix_spawn_file_actions_t *actions;
  const posix_spawnattr_t *attributes;
  int error = 0;
  int pidfd = -1;
};

// The process in between. It shares memory and descriptors with the caller. Other threads of the
// caller go on meanwhile, on the same memory.
int spawnAndLeave(void *argument) {
  auto *request = static_cast<SpawnRequest *>(argument);
  pid_t child = -1;
  request->error = posix_spawn(&child, request->path, request->actions, request->attributes,
                               request->arguments, environ);
  if (request->error == 0) {
    request->pidfd = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  }
  return 0;
}

// Runs the process in between and waits for its end. Only the caller's thread stands still.
void runInBetween(SpawnRequest &request) {
  constexpr size_t stackSize = 64 << 10;
  const auto stack = std::make_unique<std::byte[]>(stackSize);
  const pid_t between = __clone(spawnAndLeave, stack.get() + stackSize,
                                CLONE_VM | CLONE_VFORK | CLONE_FILES, &request);
  if (between < 0) {
    request.error = errno;
    return;
  }
  // CLONE_VFORK has ended the wait already; this reaps the process.
  while (waitpid(between, nullptr, __WCLONE) < 0 && errno == EINTR) {
  }
}

// Duplicates the descriptors above all numbers of the child, so that no dup2 there overwrites the
// source of a later one. Returns 0 or an errno.
//
//   wanted in the child: 0 <- 5, 1 <- 0
//   without copies: dup2(5, 0), then dup2(0, 1) would duplicate 5 once more
int duplicateAbove(const std::vector<int> &descriptors, std::vector<Descriptor> &duplicates) {
  const int least = static_cast<int>(descriptors.size()) + STDERR_FILENO + 1;
  for (int descriptor : descriptors) {
    const int copy = descriptor < 0 ? open("/dev/null", O_RDWR | O_CLOEXEC)
                                    : fcntl(descriptor, F_DUPFD_CLOEXEC, least);
    if (copy < 0) {
      return errno;
    }
    Descriptor owned(copy);
    if (copy < least) {
      owned = Descriptor(fcntl(copy, F_DUPFD_CLOEXEC, least));
    }
    duplicates.push_back(std::move(owned));
  }
  return 0;
}

// Attributes of the program's start: default handlers, no blocked signal, a session of its own on
// demand.
class Attributes {
 public:
  explicit Attributes(bool hasOwnSession) {
    posix_spawnattr_init(&value_);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    const int flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    posix_spawnattr_setflags(&value_,
                             static_cast<short>(flags | (hasOwnSession ? POSIX_SPAWN_SETSID : 0)));
    posix_spawnattr_setsigdefault(&value_, &all);
    posix_spawnattr_setsigmask(&value_, &none);
  }
  ~Attributes() { posix_spawnattr_destroy(&value_); }
  Attributes(const Attributes &) = delete;
  Attributes &operator=(const Attributes &) = delete;

  // Valid as long as this object.
  const posix_spawnattr_t *get() const { return &value_; }

 private:
  posix_spawnattr_t value_;
};

}  // namespace

// Signals are blocked only as long as the process in between exists.
int startChild(const ChildProgram &program, Descriptor *pidfd) {
  std::vector<Descriptor> duplicates;
  if (int error = duplicateAbove(program.descriptors, duplicates)) {
    return error;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (size_t i = 0; i < duplicates.size(); ++i) {
    posix_spawn_file_actions_adddup2(&actions, duplicates[i].get(), static_cast<int>(i));
  }
  // Everything above the listed descriptors closes, also what the application has left open.
  posix_spawn_file_actions_addclosefrom_np(&actions, static_cast<int>(duplicates.size()));

  std::vector<char *> arguments;
  for (const std::string &argument : program.arguments) {
    arguments.push_back(const_cast<char *>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  const Attributes attributes(program.hasOwnSession);
  SpawnRequest request{program.path.c_str(), arguments.data(), &actions, attributes.get()};

  // No handler of the application may run in the process in between: it would run on shared memory.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  runInBetween(request);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  posix_spawn_file_actions_destroy(&actions);
  *pidfd = Descriptor(request.pidfd);
  return request.error;
}

// A process that has ended is no error.
bool killChild(const Descriptor &pidfd) {
  return syscall(SYS_pidfd_send_signal, pidfd.get(), SIGKILL, nullptr, 0) == 0 || errno == ESRCH;
}

// __WALL finds children with any exit signal.
void reapChild(const Descriptor &pidfd) {
  siginfo_t ignored = {};
  waitid(P_PIDFD, static_cast<id_t>(pidfd.get()), &ignored, WEXITED | WNOHANG | __WALL);
}

}  // namespace support
