# Drivers: a libkiln-cl.so, its libkiln-compiler.so and their companions, for a list of targets.
#
# The build makes and installs one driver, `kiln`, with all targets of the options. The tests make
# more: the archives are the same, so a driver costs two links.

# kiln_driver(<name> OUTPUT <folder> TARGETS <target>... [INSTALL])
# makes a driver below the folder, laid out like an installation so its parts find each other by
# relative paths:
#   lib/libkiln-cl.so              CMake target <name>-cl
#   lib/libkiln-compiler.so        <name>-compiler, with the LLVM components of these targets only
#   libexec/kiln-compile           <name>-compile
#   bin/<tool>                     <name>-<tool>; plain <tool> for the driver kiln
#   bin/kiln-cache, bin/clrun      of the driver kiln alone: one serves all
#   etc/OpenCL/vendors/<name>.icd
#   lib/…                          modules of its targets beside the libraries
# and <name>-driver, which builds all of it.
function(kiln_driver name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "INSTALL" "OUTPUT" "TARGETS")
  get_property(known GLOBAL PROPERTY KILN_TARGET_NAMES)
  foreach(target IN LISTS arg_TARGETS)
    if(NOT target IN_LIST known)
      message(FATAL_ERROR "kiln_driver(${name}): there is no target '${target}'")
    endif()
  endforeach()
  if(NOT arg_TARGETS)
    message(FATAL_ERROR "kiln_driver(${name}): a driver needs a target")
  endif()
  kiln_mux_registry(${name} ${arg_TARGETS})
  kiln_compiler_library(${name} ${arg_OUTPUT} ${arg_TARGETS})
  kiln_cl_library(${name} ${arg_OUTPUT})
  kiln_compiler_tools(${name} ${arg_OUTPUT})
  file(CONFIGURE OUTPUT ${arg_OUTPUT}/etc/OpenCL/vendors/${name}.icd
    CONTENT "${arg_OUTPUT}/lib/libkiln-cl.so\n")
  kiln_targets_property(beside BESIDE ${arg_TARGETS})
  kiln_put_beside(${name} ${arg_OUTPUT}/lib ${beside})
  get_property(tools GLOBAL PROPERTY KILN_DRIVER_${name}_TOOLS)
  add_custom_target(${name}-driver DEPENDS ${name}-cl ${name}-compiler ${name}-compile ${tools})
  if(arg_INSTALL)
    kiln_install_driver(${name} ${arg_OUTPUT} "${tools}" "${beside}")
  endif()
endfunction()

# kiln_install_driver(<driver> <folder> <tools> <modules beside the libraries>): installs a driver.
# Components: `runtime` alone runs programs compiled elsewhere; `compiler` adds the rest;
# `development` is the kit for builders on Kiln, of the build's own driver only (KilnInstall.cmake).
function(kiln_install_driver name folder tools beside)
  install(TARGETS ${name}-cl ${beside} LIBRARY DESTINATION ${KILN_LIBDIR} COMPONENT runtime)
  install(TARGETS ${name}-compiler LIBRARY DESTINATION ${KILN_LIBDIR} COMPONENT compiler)
  install(TARGETS ${name}-compile RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR} COMPONENT compiler)
  install(TARGETS ${tools} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT compiler)
  # The prefix is known when it is installed; a folder of its own for /etc beside the prefix is, before.
  install(CODE "
    set(vendors \"${CMAKE_INSTALL_SYSCONFDIR}/OpenCL/vendors\")
    get_filename_component(vendors \"\${vendors}\" ABSOLUTE BASE_DIR \"\${CMAKE_INSTALL_PREFIX}\")
    set(icd \"\$ENV{DESTDIR}\${vendors}/${name}.icd\")
    file(WRITE \"\${icd}\" \"\${CMAKE_INSTALL_PREFIX}/${KILN_LIBDIR}/libkiln-cl.so\\n\")
    message(STATUS \"Installing: \${icd}\")
    list(APPEND CMAKE_INSTALL_MANIFEST_FILES \"\${vendors}/${name}.icd\")" COMPONENT runtime)
  # One serves all drivers.
  if(TARGET kiln-cache AND name STREQUAL "kiln")
    add_dependencies(${name}-driver kiln-cache clrun)
    set_target_properties(kiln-cache clrun PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${folder}/bin)
    install(TARGETS kiln-cache clrun RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
  endif()
endfunction()

# kiln_put_beside(<driver> <folder> <module>...): copies of shared objects, made with <driver>-cl.
function(kiln_put_beside driver folder)
  set(copies "")
  foreach(module IN LISTS ARGN)
    set(copy ${folder}/${CMAKE_SHARED_MODULE_PREFIX}${module}${CMAKE_SHARED_MODULE_SUFFIX})
    add_custom_command(OUTPUT ${copy} DEPENDS ${module}
      COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:${module}> ${copy} VERBATIM)
    list(APPEND copies ${copy})
  endforeach()
  add_custom_target(${driver}-beside DEPENDS ${copies})
  add_dependencies(${driver}-cl ${driver}-beside)
endfunction()

# kiln_mux_registry(<driver> <target>...): muxGetDeviceInfos over the runtime halves of targets.
function(kiln_mux_registry driver)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${driver}-mux-registry)
  kiln_write_target_list(${folder}/mux_targets.def RUNTIME ${ARGN})
  kiln_targets_property(libraries RUNTIME ${ARGN})
  set(library ${driver}-mux-registry)
  add_library(${library} STATIC ${KILN_SOURCE_DIR}/modules/mux/lib/registry/registry.cpp)
  target_include_directories(${library} PRIVATE ${folder})
  target_link_libraries(${library} PUBLIC kiln-mux PRIVATE ${libraries})
endfunction()

# kiln_link_mux_targets(<target> [<driver>]): links kiln-mux with muxGetDeviceInfos over the runtime
# halves of a driver's targets, by default the build's targets.
function(kiln_link_mux_targets target)
  set(driver kiln)
  if(ARGC GREATER 1)
    set(driver ${ARGV1})
  endif()
  target_link_libraries(${target} PRIVATE ${driver}-mux-registry)
endfunction()
