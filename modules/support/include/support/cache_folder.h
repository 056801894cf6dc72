// The path of the user's build cache.
#pragma once

#include <string>

namespace support {

/// Returns $KILN_CACHE_DIR, else $XDG_CACHE_HOME/kiln, else $HOME/.cache/kiln. The folder need not
/// exist. Returns an empty string if none of the variables is set, and in set-user-id programs,
/// where the environment is not to be trusted.
std::string cacheFolder();

}  // namespace support
