// Compares the largest measured errors of math functions with doc/builtins-accuracy.md.
#pragma once

#include <string>
#include <string_view>

namespace builtins_test {

/// Notes an error, in units in the last place, of a function of one type ("half", "float" or
/// "double") with a bound in the specification. When all tests are done the largest of each
/// function must not be above the table's figure. With KILN_ACCURACY_WRITE set, larger ones are put
/// into the table instead (remove the file to start from nothing). `isExhaustive` marks the largest
/// error of all arguments on this machine, for a column of the table.
void recordError(const std::string &function, std::string_view type, double error, double bound,
                 bool isExhaustive = false);

}  // namespace builtins_test
