# The parts of a driver (KilnDriver.cmake), made of the archives of modules/ and source/cl.

# kiln_cl_library(<driver> <folder>): <driver>-cl, over the driver's kiln_mux_registry(). The
# compiler library lies beside it.
function(kiln_cl_library driver folder)
  set(library ${driver}-cl)
  add_library(${library} SHARED $<TARGET_OBJECTS:kiln-cl-api>)
  target_link_libraries(${library} PRIVATE kiln-cl-core)
  set_target_properties(${library} PROPERTIES
    LINKER_LANGUAGE CXX OUTPUT_NAME kiln-cl LIBRARY_OUTPUT_DIRECTORY ${folder}/lib)
  kiln_link_mux_targets(${library} ${driver})
  # Not kiln_export_only(): gdb's interface comes from an archive and has to stay visible. The
  # version script hides all the rest.
  set(exports ${KILN_SOURCE_DIR}/source/cl/icd/exports.map)
  # nodelete: an application may close the library and leave a device with its threads open.
  target_link_options(${library} PRIVATE -Wl,-z,nodelete -Wl,--build-id=sha1 -Wl,-Bsymbolic -Wl,--version-script=${exports})
  set_target_properties(${library} PROPERTIES LINK_DEPENDS ${exports})
endfunction()

# kiln_compiler_library(<driver> <folder> <target>...): <driver>-compiler, and <driver>-compile, the
# helper process for isolated builds.
function(kiln_compiler_library driver folder)
  set(source ${KILN_SOURCE_DIR}/modules/compiler/shared_library)
  set(library ${driver}-compiler)
  get_property(hot_functions GLOBAL PROPERTY KILN_HOT_FUNCTIONS)
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${library}-include)
  kiln_write_target_list(${include}/compiler_targets.def COMPILER ${ARGN})
  kiln_targets_property(targets COMPILER ${ARGN})
  kiln_targets_property(components LLVM ${ARGN})

  add_library(${library} SHARED ${source}/library.cpp ${source}/build_id.cpp
    ${source}/kiln_compile.cpp)
  target_include_directories(${library} PRIVATE ${include})
  target_link_libraries(${library} PRIVATE ${targets} kiln-compiler-base kiln-compiler-tools)
  set_target_properties(${library} PROPERTIES
    OUTPUT_NAME kiln-compiler LIBRARY_OUTPUT_DIRECTORY ${folder}/lib)
  kiln_link_llvm(${library} ${components})
  kiln_export_only(${library} ${source}/exports.map)
  target_link_options(${library} PRIVATE
    -Wl,-z,nodelete -Wl,--build-id=sha1 -Wl,-z,pack-relative-relocs
    -Wl,--symbol-ordering-file=${hot_functions} -Wl,--no-warn-symbol-ordering
    # Without debug information and local symbols it is loaded sooner and takes a third of the room.
    $<$<CONFIG:Release>:-Wl,--strip-all>)

  if(TARGET kiln-hot-functions)
    add_dependencies(${library} kiln-hot-functions)
  endif()
  set_property(TARGET ${library} APPEND PROPERTY LINK_DEPENDS ${hot_functions})

  add_executable(${driver}-compile ${source}/kiln_compile_main.cpp)
  target_link_libraries(${driver}-compile PRIVATE ${library})
  file(RELATIVE_PATH library_folder ${CMAKE_INSTALL_FULL_LIBEXECDIR} ${KILN_INSTALL_FULL_LIBDIR})
  set_target_properties(${driver}-compile PROPERTIES
    OUTPUT_NAME kiln-compile RUNTIME_OUTPUT_DIRECTORY ${folder}/libexec
    INSTALL_RPATH "\$ORIGIN/${library_folder}")
endfunction()

# Tools of libkiln-compiler.so (modules/compiler/tools/tools.def; there, - is _) with a program in
# every driver.
set(KILN_COMPILER_TOOLS clc muxc veczc spirv-ll-tool)

# kiln_compiler_tools(<driver> <folder>): the programs over <driver>-compiler.
function(kiln_compiler_tools driver folder)
  foreach(name IN LISTS KILN_COMPILER_TOOLS)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
    string(REPLACE "-" "_" tool ${name})
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
extern "C" int kiln_tool_main(const char *tool, int argc, const char *const *argv);

int main(int argc, char **argv) { return kiln_tool_main("@tool@", argc, argv); }
]])
    set(program ${driver}-${name})
    if(driver STREQUAL "kiln")
      set(program ${name})
    endif()
    add_executable(${program} ${source})
    target_link_libraries(${program} PRIVATE ${driver}-compiler)
    file(RELATIVE_PATH library_folder ${CMAKE_INSTALL_FULL_BINDIR} ${KILN_INSTALL_FULL_LIBDIR})
    set_target_properties(${program} PROPERTIES
      OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${folder}/bin
      INSTALL_RPATH "\$ORIGIN/${library_folder}")
    set_property(GLOBAL APPEND PROPERTY KILN_DRIVER_${driver}_TOOLS ${program})
  endforeach()
endfunction()
