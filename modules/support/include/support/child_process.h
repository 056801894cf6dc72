// A child process that the application does not notice.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "support/descriptor.h"

namespace support {

struct ChildProgram {
  std::string path;
  std::vector<std::string> arguments;  ///< the first is the program's name
  /// Descriptor n of the child is a duplicate of element n; -1: /dev/null.
  std::vector<int> descriptors;
  /// In a session of its own: no terminal's signals reach it.
  bool hasOwnSession = false;
};

/// Starts a program and returns 0 or an errno. The child inherits no other descriptor, has
/// default signal handling and an empty signal mask, and is not a child of this process: no
/// SIGCHLD is sent and waitpid(-1) does not see it (unless this process is the one that orphans
/// go to, as init and PR_SET_CHILD_SUBREAPER processes are). `pidfd` (close-on-exec) becomes
/// readable when it ends; it is empty where Linux is older than 5.3.
int startChild(const ChildProgram &program, Descriptor *pidfd);

/// Kills it, or it is gone already. False if the descriptor is none of a process, or the process
/// is not ours to kill.
bool killChild(const Descriptor &pidfd);

/// After its end: should this process be the one that orphans go to, nothing is left of it.
void reapChild(const Descriptor &pidfd);

}  // namespace support
