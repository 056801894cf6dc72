#include "thread/processors.h"

#include <sched.h>

namespace compiler {

unsigned processorsOfThread() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set)) : 1;
}

}  // namespace compiler
