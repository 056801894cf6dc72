// The folder of the build cache, by the XDG Base Directory Specification. secure_getenv hides the
// variables in set-user-id programs, whose caller could otherwise choose a folder with planted
// binaries.
#include "support/cache_folder.h"

#include <cstdlib>

#include "support/environment.h"

namespace support {

// A relative XDG_CACHE_HOME is invalid by the specification and ignored.
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
