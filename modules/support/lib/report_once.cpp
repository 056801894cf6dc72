// The set of printed messages. It is never destroyed: threads may report while the process ends.
#include "support/report_once.h"

#include <cstdio>
#include <mutex>
#include <set>
#include <string>

namespace support {

// The lock also keeps two messages from mixing in one line.
void reportOnce(std::string_view message) {
  static std::mutex mutex;
  // Never destroyed: threads may report while the process ends.
  static auto *const printed = new std::set<std::string, std::less<>>;
  std::lock_guard guard(mutex);
  if (printed->emplace(message).second) {
    std::fprintf(stderr, "kiln: %.*s\n", static_cast<int>(message.size()), message.data());
  }
}

}  // namespace support
