// Holds the version strings of the driver.
//
// CL_PLATFORM_VERSION and CL_DEVICE_VERSION have the format "OpenCL<space><major.minor><space>" and
// a text of the vendor's choice (CL 3.0 §4.1, §4.2). Applications parse the two numbers.
#pragma once

namespace cl {

/// CL_PLATFORM_VERSION and CL_DEVICE_VERSION. KILN_VERSION is "major.minor.patch", from the top
/// CMakeLists.txt.
inline constexpr char versionString[] = "OpenCL 3.0 kiln " KILN_VERSION;

}  // namespace cl
