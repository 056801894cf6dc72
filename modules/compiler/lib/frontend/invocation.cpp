#include "frontend/invocation.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>

#include "clang/Frontend/CompilerInvocation.h"
#include "frontend/limits.h"
#include "frontend/virtual_files.h"
#include "mux/target_support/extensions.h"

namespace compiler::frontend {
namespace {

using Arguments = std::vector<std::string>;

/// An extension or feature of Clang's, and the first OpenCL C version for which it defines the
/// macro.
struct ClangExtension {
  std::string_view name;
  uint32_t since;
};
constexpr ClangExtension knownToClang[] = {
#define OPENCL_GENERIC_EXTENSION(name, pragma, since, ...) {#name, since},
#include "clang/Basic/OpenCLExtensions.def"
};

const ClangExtension *findInClang(std::string_view name) {
  const auto *known = std::ranges::find(knownToClang, name, &ClangExtension::name);
  return known == std::end(knownToClang) ? nullptr : known;
}

/// Tells if the front end defines the macro of an extension by itself: Clang does not know the
/// extension, or defines the macro in later versions than the table
/// (mux/target_support/extensions.def).
bool needsMacro(std::string_view name) {
  const ClangExtension *known = findInClang(name);
  const mux::Extension *row = mux::findExtension(name);
  return name.starts_with("cl_") && (!known || (row && row->since < known->since));
}

std::string_view languageArgument(LanguageVersion version) {
  switch (version) {
    case LanguageVersion::cl10:
      return "-cl-std=CL1.0";
    case LanguageVersion::cl11:
      return "-cl-std=CL1.1";
    case LanguageVersion::cl12:
      return "-cl-std=CL1.2";
    case LanguageVersion::cl20:
      return "-cl-std=CL2.0";
    case LanguageVersion::cl30:
      return "-cl-std=CL3.0";
    case LanguageVersion::cpp10:
      return "-cl-std=CLC++1.0";
    case LanguageVersion::cpp2021:
      return "-cl-std=CLC++2021";
  }
  return "";
}

/// The names of extensions and features that the device has; what Clang wants to agree
/// (cl_khr_fp64 with __opencl_c_fp64 and so on) follows the facts, not the lists.
std::set<std::string> supportedNames(const DeviceFacts &facts) {
  std::set<std::string> names(facts.extensions.begin(), facts.extensions.end());
  names.insert(facts.features.begin(), facts.features.end());
  auto set = [&](const char *name, bool has) {
    has ? (void)names.insert(name) : (void)names.erase(name);
  };
  set("cl_khr_fp16", facts.hasHalf);
  set("cl_khr_fp64", facts.hasDouble);
  set("__opencl_c_fp64", facts.hasDouble);
  set("__opencl_c_images", facts.hasImages);
  set("__opencl_c_3d_image_writes", names.contains("cl_khr_3d_image_writes"));
  return names;
}

/// Restricts Clang's spir targets, which have every extension, to the device's (-cl-ext=). An
/// extension unknown to Clang is a macro only.
void addExtensions(Arguments &arguments, const DeviceFacts &facts) {
  std::string list = "-cl-ext=-all";
  for (const std::string &name : supportedNames(facts)) {
    if (findInClang(name)) {
      list += ",+" + name;
    }
    if (needsMacro(name)) {
      arguments.push_back("-D" + name + "=1");
    }
  }
  // The driver adds these extensions to every device's.
  for (const mux::Extension &row : mux::extensions) {
    if (row.place == mux::ExtensionPlace::driver && row.since != 0) {
      arguments.push_back("-D" + std::string(row.name) + "=1");
    }
  }
  arguments.push_back(list);
  if (!facts.hasImages) {
    arguments.push_back("-U__IMAGE_SUPPORT__");
  }
}

void addLanguage(Arguments &arguments, const BuildOptions &options) {
  auto addIf = [&](bool condition, const char *argument) {
    if (condition) {
      arguments.emplace_back(argument);
    }
  };
  arguments.emplace_back(languageArgument(options.language));
  addIf(options.singlePrecisionConstant, "-cl-single-precision-constant");
  addIf(options.correctlyRoundedDivideSqrt, "-cl-fp32-correctly-rounded-divide-sqrt");
  addIf(options.madEnable, "-cl-mad-enable");
  addIf(options.noSignedZeros, "-cl-no-signed-zeros");
  addIf(options.unsafeMath, "-cl-unsafe-math-optimizations");
  addIf(options.finiteMathOnly, "-cl-finite-math-only");
  // What Clang's driver would conclude from these.
  bool finite = options.finiteMathOnly || options.fastRelaxedMath;
  addIf(finite, "-menable-no-nans");
  addIf(finite, "-menable-no-infs");
  bool contract = options.madEnable || options.unsafeMath || options.fastRelaxedMath;
  arguments.emplace_back(contract ? "-ffp-contract=fast" : "-ffp-contract=on");
  addIf(options.fastRelaxedMath, "-cl-fast-relaxed-math");
  addIf(options.uniformWorkGroupSize, "-cl-uniform-work-group-size");
  addIf(options.noWarnings, "-w");
  addIf(options.warningsAreErrors, "-Werror");
  // To Clang errors of late; compilers of OpenCL C have warned of them, and programs rely on it.
  for (const char *warning : {"incompatible-pointer-types", "int-conversion", "implicit-int"}) {
    if (!options.warningsAreErrors) {
      arguments.push_back(std::string("-Wno-error=") + warning);
    }
  }
  arguments.insert(arguments.end(), options.warnings.begin(), options.warnings.end());
  addIf(options.debugInfo, "-debug-info-kind=standalone");
  addIf(options.remarks && !options.debugInfo, "-debug-info-kind=line-tables-only");
  addIf(options.debugInfo || options.remarks, "-dwarf-version=5");
  // Local memory is often reused for other types after a barrier, and programs cast
  // pointers freely: type-based alias analysis only where it is asked for.
  addIf(!options.strictAliasing, "-relaxed-aliasing");
}

void addPreprocessor(Arguments &arguments, const BuildOptions &options, const DeviceFacts &facts) {
  for (const std::string &path : preincludedHeaders(facts)) {
    arguments.insert(arguments.end(), {"-include", path});
  }
  // `#pragma clang __debug` tests how Clang itself ends.
  arguments.emplace_back("-disable-pragma-debug-crash");
  // __OPENCL_VERSION__ is the device's version, whatever the language's is.
  arguments.emplace_back("-D__OPENCL_VERSION__=300");
  arguments.push_back("-fmacro-prefix-map=" + std::string(inputHeaderFolder) + "/=");
  arguments.insert(arguments.end(), {"-nobuiltininc", "-nostdsysteminc", "-I", inputHeaderFolder});
  for (const std::string &path : options.includePaths) {
    arguments.insert(arguments.end(), {"-I", path});
  }
  for (const std::string &definition : options.definitions) {
    arguments.push_back("-D" + definition);
  }
}

/// What these versions of the language have in any case, but for the queues of devices
/// (doc/decisions/014-language-version-2.md).
constexpr std::string_view requiredByVersion2[] = {"__opencl_c_generic_address_space",
                                                   "__opencl_c_pipes",
                                                   "__opencl_c_atomic_order_acq_rel",
                                                   "__opencl_c_atomic_order_seq_cst",
                                                   "__opencl_c_atomic_scope_device",
                                                   "__opencl_c_atomic_scope_all_devices",
                                                   "__opencl_c_program_scope_global_variables",
                                                   "__opencl_c_work_group_collective_functions"};
constexpr std::string_view requiredByCpp2021[] = {"__opencl_c_generic_address_space"};

std::span<const std::string_view> requiredBy(LanguageVersion version) {
  switch (version) {
    case LanguageVersion::cl20:
    case LanguageVersion::cpp10:
      return requiredByVersion2;
    case LanguageVersion::cpp2021:
      return requiredByCpp2021;
    default:
      return {};
  }
}

}  // namespace

std::string_view missingFeature(LanguageVersion version, const DeviceFacts &facts) {
  for (std::string_view feature : requiredBy(version)) {
    if (std::find(facts.features.begin(), facts.features.end(), feature) == facts.features.end()) {
      return feature;
    }
  }
  return {};
}

Arguments makeArguments(const BuildOptions &options, const DeviceFacts &facts) {
  // -O2 with the passes disabled: the level decides what Clang emits (no optnone). Whether
  // to optimise is for the pipelines, also with -cl-opt-disable.
  Arguments arguments = {"-triple",
                         facts.addressBits == 32 ? "spir" : "spir64",
                         "-O2",
                         "-disable-llvm-passes",
                         "-x",
                         "cl",
                         "-main-file-name",
                         "kernel.cl",
                         "-nostdsysteminc",
                         "-fdeclare-opencl-builtins",
                         "-fgnuc-version=4.2.1",

                         "-cl-kernel-arg-info",
                         "-ferror-limit",
                         "20",
                         "-fbracket-depth",
                         std::to_string(maximumBracketDepth),

                         "-fmessage-length=0"};
  addLanguage(arguments, options);
  addExtensions(arguments, facts);
  addPreprocessor(arguments, options, facts);
  return arguments;
}

std::shared_ptr<clang::CompilerInvocation> makeInvocation(const BuildOptions &options,
                                                          const DeviceFacts &facts,
                                                          clang::DiagnosticsEngine &diagnostics) {
  Arguments arguments = makeArguments(options, facts);
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments) {
    pointers.push_back(argument.c_str());
  }
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, pointers, diagnostics)) {
    return nullptr;
  }
  return invocation;
}

}  // namespace compiler::frontend
