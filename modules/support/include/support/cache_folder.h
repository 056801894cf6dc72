// The path of the user's build cache.
//
// The driver and the tools have to agree on it, so both ask here.
#pragma once

#include <string>

namespace support {

/// Returns the folder of the user's cache, with or without an existing folder there.
///
/// It is $KILN_CACHE_DIR, else $XDG_CACHE_HOME/kiln, else $HOME/.cache/kiln. Returns an empty
/// string if none of the variables is set, and in set-user-id programs, where the environment is
/// not to be trusted. Thread-safe. XDG_CACHE_HOME and HOME count only with an absolute path.
std::string cacheFolder();

}  // namespace support
