# Targets: one folder each, inside the tree (KILN_TARGETS) or outside (KILN_EXTERNAL_TARGETS).
#
# A target's CMakeLists.txt calls kiln_target() once:
#   kiln_target(NAME <name> RUNTIME <library> COMPILER <library> [LLVM <component>...]
#               [BESIDE <module>...])
#
# RUNTIME is linked into libkiln-cl.so and defines:
#   extern "C" mux_result_t kiln_<name>_get_device_infos(...)       (mux/target.h)
#
# COMPILER is linked into libkiln-compiler.so and defines:
#   extern "C" compiler::Info *kiln_<name>_compiler_info()          (compiler/info.h)
#
# LLVM names its components of LLVM, for example its back end; BESIDE the CMake targets of shared
# objects for the folder of libkiln-cl.so. kiln_driver() chooses the targets of a driver
# (KilnDriver.cmake).

function(kiln_target)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;RUNTIME;COMPILER" "LLVM;BESIDE")
  get_property(names GLOBAL PROPERTY KILN_TARGET_NAMES)
  if(NOT arg_NAME MATCHES "^[a-z][a-z0-9_]*$")
    message(FATAL_ERROR "kiln_target: the name '${arg_NAME}' is not one of small letters, digits and _")
  elseif(arg_NAME IN_LIST names)
    message(FATAL_ERROR "kiln_target: there are two targets '${arg_NAME}'")
  endif()
  set_property(GLOBAL APPEND PROPERTY KILN_TARGET_NAMES ${arg_NAME})
  set_property(GLOBAL PROPERTY KILN_TARGET_${arg_NAME}_FOLDER ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(part IN ITEMS RUNTIME COMPILER LLVM BESIDE)
    set_property(GLOBAL PROPERTY KILN_TARGET_${arg_NAME}_${part} ${arg_${part}})
  endforeach()
endfunction()

# kiln_add_targets(<out>): adds the folders named by the options; <out>: the names of their targets.
function(kiln_add_targets out)
  foreach(name IN LISTS KILN_TARGETS)
    add_subdirectory(${PROJECT_SOURCE_DIR}/targets/${name} ${PROJECT_BINARY_DIR}/targets/${name})
  endforeach()
  foreach(folder IN LISTS KILN_EXTERNAL_TARGETS)
    get_filename_component(folder ${folder} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
    get_filename_component(name ${folder} NAME)
    get_property(before GLOBAL PROPERTY KILN_TARGET_NAMES)
    add_subdirectory(${folder} ${PROJECT_BINARY_DIR}/external-targets/${name})
    get_property(names GLOBAL PROPERTY KILN_TARGET_NAMES)
    if("${before}" STREQUAL "${names}")
      message(FATAL_ERROR "${folder}/CMakeLists.txt has no kiln_target() that the build gets to")
    endif()
  endforeach()
  get_property(names GLOBAL PROPERTY KILN_TARGET_NAMES)
  set(${out} ${names} PARENT_SCOPE)
endfunction()

# kiln_targets_property(<out> <part> <name>...): the targets' arguments to kiln_target() under the
# keyword <part>.
function(kiln_targets_property out part)
  set(values "")
  foreach(name IN LISTS ARGN)
    get_property(value GLOBAL PROPERTY KILN_TARGET_${name}_${part})
    list(APPEND values ${value})
  endforeach()
  set(${out} ${values} PARENT_SCOPE)
endfunction()

# kiln_write_target_list(<file> <part> <name>...): a .def with one KILN_TARGET(name) line for each
# of the targets with this half.
function(kiln_write_target_list file part)
  set(text "")
  foreach(name IN LISTS ARGN)
    kiln_targets_property(library ${part} ${name})
    if(library)
      string(APPEND text "KILN_TARGET(${name})\n")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction()
