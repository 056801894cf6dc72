// Starts helper processes invisible to the application: no SIGCHLD, no zombie, no open descriptors.
//
// A driver lives in a foreign program with its own signal handlers and its own waitpid loop. A
// plain fork would disturb both, so the child is orphaned at once and watched through a pidfd.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "support/descriptor.h"

namespace support {

/// The program to start, with everything that it inherits.
struct ChildProgram {
  /// The program's file; PATH is not searched. A relative path counts from the current folder.
  std::string path;
  /// The program's arguments; the first is its name. The environment is this process's own.
  std::vector<std::string> arguments;
  /// Descriptor n of the child is a duplicate of element n; -1: /dev/null. The caller keeps its own
  /// descriptors and may close them after startChild().
  std::vector<int> descriptors;
  /// Starts a new session, out of reach of the terminal's signals. For programs that have to
  /// outlive an interrupt from the keyboard.
  bool hasOwnSession = false;
};

/// Starts a program. Returns 0, or an errno. Thread-safe.
///
/// The program inherits only the listed descriptors, and starts with default signal handling and an
/// empty signal mask. It is an orphan: this process gets no SIGCHLD, and waitpid(-1) does not see
/// it. (Init and PR_SET_CHILD_SUBREAPER processes adopt orphans; they call reapChild.)
///
/// `pidfd` (close-on-exec) becomes readable at its end; it is empty on Linux before 5.3.
///
/// The call blocks until the program has been executed or has failed to. An errno of execve (a
/// missing file, no permission) is returned too.
int startChild(const ChildProgram &program, Descriptor *pidfd);

/// Kills the child with SIGKILL; a child already gone counts as killed.
///
/// Returns false if `pidfd` refers to no process, or to one of another user. The process may still
/// be there at the return; its end makes `pidfd` readable.
bool killChild(const Descriptor &pidfd);

/// Reaps a child after its end. Needed only in processes adopting orphans; harmless elsewhere.
/// Never blocks. Without it, an adopted child would stay a zombie.
void reapChild(const Descriptor &pidfd);

}  // namespace support
