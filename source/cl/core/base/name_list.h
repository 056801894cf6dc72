// Splits and searches lists of names in one string, as mux and OpenCL use them for extensions.
//
// A list is like CL_DEVICE_EXTENSIONS (CL 3.0 §4.2): names between spaces. Devices report their
// extensions and features of OpenCL C in this form. OpenCL 3.0 adds arrays of cl_name_version for
// the same lists, with a version per name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/info_writer.h"

namespace cl {

/// Returns the words between spaces, as views of `text`. Several spaces count as one, also at both
/// ends.
std::vector<std::string_view> splitWords(std::string_view text);
/// Tells if one of the words equals `word`. A search for the substring would find cl_khr_fp16 in
/// cl_khr_fp16_extended; so all queries of extensions go through this function. False for an empty
/// `word`, and for one with spaces.
bool containsWord(std::string_view text, std::string_view word);

/// Returns a cl_name_version (CL 3.0 §3.4.3.2); names are cut to CL_NAME_VERSION_MAX_NAME_SIZE - 1
/// characters, so that the terminator always fits. `version` is a value of CL_MAKE_VERSION.
cl_name_version named(std::string_view name, cl_version version);

/// Answers with one cl_name_version per word, all of the same version, as for
/// CL_DEVICE_OPENCL_C_FEATURES (CL 3.0 §4.2). No word makes an array of size 0. CL_INVALID_VALUE if
/// the caller's memory is too small.
Status writeNames(const InfoWriter &out, std::string_view words, cl_version version);

}  // namespace cl
