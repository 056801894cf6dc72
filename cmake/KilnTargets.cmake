# Targets: one folder each, inside the tree (KILN_TARGETS) or outside (KILN_EXTERNAL_TARGETS).
#
# A target's CMakeLists.txt calls kiln_target() once:
#   kiln_target(NAME <name> RUNTIME <library> COMPILER <library> [LLVM <component>...])
# RUNTIME is linked into libkiln-cl.so and defines
#   extern "C" mux_result_t kiln_<name>_get_device_infos(...)       (mux/target.h)
# COMPILER is linked into libkiln-compiler.so and defines
#   extern "C" compiler::Info *kiln_<name>_compiler_info()          (compiler/info.h)

function(kiln_target)
  cmake_parse_arguments(arg "" "NAME;RUNTIME;COMPILER" "LLVM" ${ARGN})
  set_property(GLOBAL APPEND PROPERTY KILN_TARGET_NAMES ${arg_NAME})
  if(arg_RUNTIME)
    set_property(GLOBAL APPEND PROPERTY KILN_RUNTIME_LIBRARIES ${arg_RUNTIME})
  endif()
  if(arg_COMPILER)
    set_property(GLOBAL APPEND PROPERTY KILN_COMPILER_TARGET_NAMES ${arg_NAME})
    set_property(GLOBAL APPEND PROPERTY KILN_COMPILER_LIBRARIES ${arg_COMPILER})
  endif()
  kiln_llvm_components(${arg_LLVM})
endfunction()

function(kiln_add_targets)
  foreach(name IN LISTS KILN_TARGETS)
    add_subdirectory(${PROJECT_SOURCE_DIR}/targets/${name} ${PROJECT_BINARY_DIR}/targets/${name})
  endforeach()
  foreach(folder IN LISTS KILN_EXTERNAL_TARGETS)
    get_filename_component(name ${folder} NAME)
    add_subdirectory(${folder} ${PROJECT_BINARY_DIR}/external-targets/${name})
  endforeach()
endfunction()

# kiln_write_target_list(<file> <property>): a .def with one KILN_TARGET(name) line each.
function(kiln_write_target_list file property)
  get_property(names GLOBAL PROPERTY ${property})
  set(text "")
  foreach(name IN LISTS names)
    string(APPEND text "KILN_TARGET(${name})\n")
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction()

# kiln_link_mux_targets(<target>): links kiln-mux with muxGetDeviceInfos over the runtime
# halves of all targets. To be called after kiln_add_targets().
function(kiln_link_mux_targets target)
  if(NOT TARGET kiln-mux-registry)
    set(list ${PROJECT_BINARY_DIR}/generated/mux-registry/mux_targets.def)
    kiln_write_target_list(${list} KILN_TARGET_NAMES)
    get_property(libraries GLOBAL PROPERTY KILN_RUNTIME_LIBRARIES)
    add_library(kiln-mux-registry STATIC ${PROJECT_SOURCE_DIR}/modules/mux/lib/registry/registry.cpp)
    target_include_directories(kiln-mux-registry PRIVATE ${PROJECT_BINARY_DIR}/generated/mux-registry)
    target_link_libraries(kiln-mux-registry PUBLIC kiln-mux PRIVATE ${libraries})
  endif()
  target_link_libraries(${target} PRIVATE kiln-mux-registry)
endfunction()
