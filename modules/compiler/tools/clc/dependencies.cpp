// A make rule, as Clang's -MD writes it:
//
//   out.kbin: \
//     kernels.cl \
//     /usr/include/scale.h

#include "dependencies.h"

namespace compiler::tools::clc {

std::string makeRule(const DependencyFile &file, const std::string &output,
                     const std::vector<std::string> &inputs, const std::set<std::string> &headers) {
  std::string text;
  for (const std::string &target : file.targets) {
    text.append(text.empty() ? "" : " ").append(target);
  }
  text.append(file.targets.empty() ? escapeForMake(output) : "").append(":");
  for (const std::string &input : inputs) {
    text.append(input == "-" ? "" : " \\\n  " + escapeForMake(input));
  }
  for (const std::string &header : headers) {
    text.append(" \\\n  ").append(escapeForMake(header));
  }
  text += "\n";
  for (const std::string &header : file.hasPhonyTargets ? headers : std::set<std::string>()) {
    text.append("\n").append(escapeForMake(header)).append(":\n");
  }
  return text;
}

/// The suffix of the output is replaced, not kept in front of .d.
std::string dependencyFileName(const DependencyFile &file, const std::string &output) {
  if (!file.name.empty()) {
    return file.name;
  }
  const size_t slash = output.rfind('/') + 1;  // 0 without one
  const size_t dot = output.rfind('.');
  const bool hasSuffix = dot != std::string::npos && dot > slash;
  return output.substr(0, hasSuffix ? dot : output.size()) + ".d";
}

}  // namespace compiler::tools::clc
