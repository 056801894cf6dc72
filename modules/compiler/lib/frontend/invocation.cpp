// Clang's arguments are text (clang -cc1) rather than members of its option classes. The text is
// documented, stable between versions, and can be tried with the clang program.
//
// OpenCL C's defaults differ from Clang's in places: contraction is on within an expression,
// type-based alias analysis is off, some errors are warnings. Each deviation has its reason beside
// it.

#include "frontend/invocation.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>

#include "clang/Frontend/CompilerInvocation.h"
#include "frontend/extension_declarations.h"
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

/// Returns Clang's argument for a language version.
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

/// Returns the names of the device's extensions and features. Clang requires some pairs to agree,
/// such as cl_khr_fp64 and __opencl_c_fp64; these follow the boolean properties, not the lists.
std::set<std::string> supportedNames(const DeviceProperties &properties) {
  std::set<std::string> names(properties.extensions.begin(), properties.extensions.end());
  names.insert(properties.features.begin(), properties.features.end());
  auto set = [&](const char *name, bool has) {
    has ? (void)names.insert(name) : (void)names.erase(name);
  };
  set("cl_khr_fp16", properties.hasHalf);
  set("cl_khr_fp64", properties.hasDouble);
  set("__opencl_c_fp64", properties.hasDouble);
  set("__opencl_c_images", properties.hasImages);
  set("__opencl_c_3d_image_writes", names.contains("cl_khr_3d_image_writes"));
  return names;
}

/// Restricts Clang's spir targets, which have every extension, to the device's (-cl-ext=). An
/// extension unknown to Clang is a macro only.
void addExtensions(Arguments &arguments, const DeviceProperties &properties) {
  std::string list = "-cl-ext=-all";
  for (const std::string &name : supportedNames(properties)) {
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
  if (!properties.hasImages) {
    arguments.push_back("-U__IMAGE_SUPPORT__");
  }
}

/// Adds the arguments of the language, floating point, warnings and debug information.
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
  // Clang's driver derives these from the options above; -cc1 does not.
  bool finite = options.finiteMathOnly || options.fastRelaxedMath;
  addIf(finite, "-menable-no-nans");
  addIf(finite, "-menable-no-infs");
  bool contract = options.madEnable || options.unsafeMath || options.fastRelaxedMath;
  arguments.emplace_back(contract ? "-ffp-contract=fast" : "-ffp-contract=on");
  addIf(options.fastRelaxedMath, "-cl-fast-relaxed-math");
  addIf(options.uniformWorkGroupSize, "-cl-uniform-work-group-size");
  addIf(options.noWarnings, "-w");
  addIf(options.warningsAreErrors, "-Werror");
  // Recent versions of Clang made these errors. Compilers of OpenCL C only warn, and programs rely
  // on it.
  for (const char *warning : {"incompatible-pointer-types", "int-conversion", "implicit-int"}) {
    if (!options.warningsAreErrors) {
      arguments.push_back(std::string("-Wno-error=") + warning);
    }
  }
  arguments.insert(arguments.end(), options.warnings.begin(), options.warnings.end());
  addIf(options.debugInfo, "-debug-info-kind=standalone");
  addIf(options.remarks && !options.debugInfo, "-debug-info-kind=line-tables-only");
  addIf(options.debugInfo || options.remarks, "-dwarf-version=5");
  // Programs cast pointers freely, and reuse local memory for other types after a barrier. So
  // type-based alias analysis is off unless it is asked for.
  addIf(!options.strictAliasing, "-relaxed-aliasing");
}

/// Adds headers, folders and macros.
void addPreprocessor(Arguments &arguments, const BuildOptions &options,
                     const DeviceProperties &properties) {
  for (const std::string &path : preincludedHeaders(properties)) {
    arguments.insert(arguments.end(), {"-include", path});
  }
  // `#pragma clang __debug crash` would end the application.
  arguments.emplace_back("-disable-pragma-debug-crash");
  // __OPENCL_VERSION__ is the version of the device, whatever the language's version is.
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

/// Features required by OpenCL C 2.0 and C++ for OpenCL 1.0, except device-side queues
/// (doc/decisions/014-language-version-2.md).
constexpr std::string_view requiredByVersion2[] = {"__opencl_c_generic_address_space",
                                                   "__opencl_c_pipes",
                                                   "__opencl_c_atomic_order_acq_rel",
                                                   "__opencl_c_atomic_order_seq_cst",
                                                   "__opencl_c_atomic_scope_device",
                                                   "__opencl_c_atomic_scope_all_devices",
                                                   "__opencl_c_program_scope_global_variables",
                                                   "__opencl_c_work_group_collective_functions"};
/// Features required by C++ for OpenCL 2021, likewise.
constexpr std::string_view requiredByCpp2021[] = {"__opencl_c_generic_address_space"};

/// Returns the features required by a language version; older ones and 3.0 require none.
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

std::string_view missingFeature(LanguageVersion version, const DeviceProperties &properties) {
  for (std::string_view feature : requiredBy(version)) {
    if (std::find(properties.features.begin(), properties.features.end(), feature) ==
        properties.features.end()) {
      return feature;
    }
  }
  return {};
}

Arguments makeArguments(const BuildOptions &options, const DeviceProperties &properties) {
  // -O2 with LLVM's passes disabled: the level decides what Clang emits (lifetime markers, no
  // optnone). The pipelines decide about optimisation, also with -cl-opt-disable.
  Arguments arguments = {"-triple",
                         properties.addressBits == 32 ? "spir" : "spir64",
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
  addExtensions(arguments, properties);
  if (options.language < LanguageVersion::cl20) {
    addCollectiveNames(arguments, properties);
  }
  addPreprocessor(arguments, options, properties);
  return arguments;
}

std::shared_ptr<clang::CompilerInvocation> makeInvocation(const BuildOptions &options,
                                                          const DeviceProperties &properties,
                                                          clang::DiagnosticsEngine &diagnostics) {
  Arguments arguments = makeArguments(options, properties);
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
