// OpenCL C to binaries for conformance suites, through libkiln-compiler.so as the driver does it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mux::cts {

/// Compiles with the compiler half `target` of the library named by KILN_COMPILER_LIBRARY.
///
/// `properties` are the target properties of the device. Empty on failure, with the reason in
/// `log`.
/// The language is OpenCL C 3.0. Each call uses a context of its own; thread-safe.
std::optional<std::vector<std::byte>> compileOpenCLC(std::string_view target,
                                                     std::string_view properties,
                                                     std::string_view source, std::string *log);

}  // namespace mux::cts
