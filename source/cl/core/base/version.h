// Holds the version strings of the driver.
#pragma once

namespace cl {

/// KILN_VERSION is "major.minor.patch", from the top CMakeLists.txt.
inline constexpr char versionString[] = "OpenCL 3.0 kiln " KILN_VERSION;
inline constexpr char driverVersion[] = KILN_VERSION;

}  // namespace cl
