#include "support/cache_folder.h"

#include <cstdlib>

#include "support/environment.h"

namespace support {

std::string cacheFolder() {
  if (const std::string &folder = environment().cacheDir; !folder.empty()) {
    return folder;
  }
  const char *caches = secure_getenv("XDG_CACHE_HOME");
  if (caches && *caches == '/') {
    return std::string(caches) + "/kiln";
  }
  const char *home = secure_getenv("HOME");
  return home && *home == '/' ? std::string(home) + "/.cache/kiln" : "";
}

}  // namespace support
