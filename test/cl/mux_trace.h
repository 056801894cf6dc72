// Counts mux calls in the trace that a test of CTest asks for (KILN_MUX_TRACE).
#pragma once

#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

namespace test {

/// Tells if mux calls are traced.
inline bool isTraced() {
  return std::getenv("KILN_MUX_TRACE") != nullptr;
}

/// Returns the calls of a mux function in this process and in earlier ones with the same trace; 0
/// without one.
inline size_t tracedCalls(std::string_view function) {
  if (!isTraced()) {
    return 0;
  }
  std::ifstream trace(std::getenv("KILN_MUX_TRACE"));
  size_t count = 0;
  for (std::string line; std::getline(trace, line);) {
    count += line.find(function) != std::string::npos;
  }
  return count;
}

}  // namespace test
