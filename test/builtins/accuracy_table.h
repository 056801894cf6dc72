// Compares the largest measured errors of math functions with doc/builtins-accuracy.md.
#pragma once

#include <string>
#include <string_view>

namespace builtins_test {

/// Notes an error, in units in the last place, of a function of one type ("half", "float" or
/// "double") that the specification bounds. When all tests are done the largest of each function
/// must not be above what the table states; with KILN_ACCURACY_WRITE set, they are put into the
/// table instead, where they are larger (remove the file to start from nothing). `isExhaustive`
/// says that it is the largest of all arguments on this machine, which the table states too.
void recordError(const std::string &function, std::string_view type, double error, double bound,
                 bool isExhaustive = false);

}  // namespace builtins_test
