// Describes the build options of all tools with a compiler, for their help texts.
//
// The compiler parses these options itself (frontend/build_options.cpp), so the rows have no
// function. The test packaging-documents gives each of them to the tools, and fails on an option
// unknown to the compiler.
//
// Each tool puts these rows behind its own options in --help. A row without a name is a heading.
#pragma once

#include "support/option_table.h"

namespace compiler::tools {

/// Build options of all inputs, in the order of the help text.
inline constexpr support::OptionText buildOptionRows[] = {
    {.names = {}, .value = {}, .help = "Build options, as for clBuildProgram"},
    {"-D", "<macro>[=<value>]", "Define a macro."},
    {"-I", "<folder>", "Look for headers in this folder."},
    {"-cl-std=", "CL1.0|CL1.1|CL1.2|CL2.0|CL3.0|CLC++1.0|CLC++2021",
     "Choose the version of the language (CL1.2; CLC++2021 for .clcpp)."},
    {"-O0, -cl-opt-disable", "", "Do not optimise."},
    {"-O1, -O2, -O3", "", "Optimise, as without these options."},
    {"-g", "", "Keep lines, and with -O0 variables, for debuggers and profilers."},
    {"-w, -Werror, -Wall, -W<name>", "",
     "Print no warnings, make warnings errors, or choose warnings by Clang's names."},
    {"-cl-fast-relaxed-math, -cl-unsafe-math-optimizations, -cl-finite-math-only, "
     "-cl-mad-enable, -cl-no-signed-zeros, -cl-denorms-are-zero, -cl-single-precision-constant, "
     "-cl-fp32-correctly-rounded-divide-sqrt",
     "", "Change the arithmetic of floating point, as OpenCL defines it."},
    {"-cl-uniform-work-group-size, -cl-no-subgroup-ifp, -cl-strict-aliasing, -cl-kernel-arg-info",
     "", "Make promises about launches, sub-groups and pointers; keep the names of arguments."},
    {"-cl-kiln-vectorize=", "auto|always|never|<n>",
     "Vectorise kernels where it pays, always or never, or over <n> work-items."},
    {"-cl-kiln-zero-local-memory, -cl-kiln-zero-private-memory", "",
     "Set local or private memory to zero at the start of kernels."},
    {"-cl-kiln-disable-steps=", "<step>[,<step>...]",
     "Switch optional steps of the compiler off (--list-steps)."},
    {"-cl-kiln-opt-bisect-limit=", "<n>",
     "Run the first <n> optional steps only (-1: all), and print each on standard error."},
    {"-cl-kiln-remarks", "",
     "Report each kernel's vectorisation on standard error and in the build log."},
};

}  // namespace compiler::tools
