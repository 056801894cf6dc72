// Where the user's cache of builds lies.
#pragma once

#include <string>

namespace support {

/// $KILN_CACHE_DIR, else $XDG_CACHE_HOME/kiln, else $HOME/.cache/kiln; empty if there is none of
/// them, or the process has more rights than the user who started it. Need not exist.
std::string cacheFolder();

}  // namespace support
