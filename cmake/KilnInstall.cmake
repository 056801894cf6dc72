# The installed files beside the driver: manual pages and completion of the tools, and the kit for
# find_package(Kiln) and pkg-config (doc/installing.md).

# kiln_install_documents(): manual pages and completion, made from the tools' --help once they are built.
function(kiln_install_documents)
  set(tools ${KILN_COMPILER_TOOLS} kiln-cache clrun)
  kiln_install_manuals(${tools})
  kiln_install_completion(${tools})
endfunction()

# kiln_tool_component(<variable> <tool>): the component with the tool.
function(kiln_tool_component variable tool)
  set(component runtime)
  if(tool IN_LIST KILN_COMPILER_TOOLS)
    set(component compiler)
  endif()
  set(${variable} ${component} PARENT_SCOPE)
endfunction()

# kiln_install_manuals(<tool>...): a page for each tool, and kiln(7).
function(kiln_install_manuals)
  set(folder ${PROJECT_BINARY_DIR}/share/man)
  set(script ${PROJECT_SOURCE_DIR}/scripts/manual/make_manual.py)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scripts/manual/*.py)
  list(APPEND sources ${PROJECT_SOURCE_DIR}/scripts/make_environment_doc.py)
  set(make /usr/bin/python3 -B ${script} --version ${PROJECT_VERSION} --see ${ARGN})
  set(pages ${folder}/kiln.7)
  file(GLOB definitions CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/targets/*/environment.def)
  list(APPEND definitions ${PROJECT_SOURCE_DIR}/modules/support/include/support/environment.def)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${folder}/kiln.7 DEPENDS ${sources} ${definitions}
    COMMAND ${make} --environment > ${folder}/kiln.7 VERBATIM)
  install(FILES ${folder}/kiln.7 DESTINATION ${CMAKE_INSTALL_MANDIR}/man7 COMPONENT runtime)
  foreach(tool IN LISTS ARGN)
    kiln_tool_component(component ${tool})
    add_custom_command(OUTPUT ${folder}/${tool}.1 DEPENDS ${sources} ${tool}
      COMMAND ${make} --tool $<TARGET_FILE:${tool}> > ${folder}/${tool}.1 VERBATIM)
    list(APPEND pages ${folder}/${tool}.1)
    install(FILES ${folder}/${tool}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
  endforeach()
  add_custom_target(kiln-manuals ALL DEPENDS ${pages})
  add_dependencies(kiln-driver kiln-manuals)
endfunction()

# kiln_install_completion(<tool>...): one file for bash, installed by each tool's name, and one for zsh.
function(kiln_install_completion)
  set(folder ${PROJECT_BINARY_DIR}/share/completion)
  set(scripts ${PROJECT_SOURCE_DIR}/scripts)
  file(GLOB sources CONFIGURE_DEPENDS ${scripts}/completion/* ${scripts}/manual/help_text.py)
  set(programs "")
  foreach(tool IN LISTS ARGN)
    list(APPEND programs $<TARGET_FILE:${tool}>)
  endforeach()
  file(MAKE_DIRECTORY ${folder})
  foreach(shell IN ITEMS bash zsh)
    set(file ${folder}/kiln.bash)
    if(shell STREQUAL "zsh")
      set(file ${folder}/_kiln)
    endif()
    add_custom_command(OUTPUT ${file} DEPENDS ${sources} ${ARGN}
      COMMAND /usr/bin/python3 -B ${scripts}/completion/make_completion.py --shell ${shell} ${programs} > ${file}
      VERBATIM)
  endforeach()
  add_custom_target(kiln-completion ALL DEPENDS ${folder}/kiln.bash ${folder}/_kiln)
  add_dependencies(kiln-driver kiln-completion)
  foreach(tool IN LISTS ARGN)
    kiln_tool_component(component ${tool})
    install(FILES ${folder}/kiln.bash RENAME ${tool}
      DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT ${component})
  endforeach()
  install(FILES ${folder}/_kiln DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT runtime)
endfunction()

# The archives for kiln_driver() and for targets, and the archives needed by these.
set(KILN_KIT_LIBRARIES
  kiln-builtins kiln-cl-api kiln-cl-core kiln-cl-headers kiln-compiler-base kiln-compiler-headers kiln-compiler-interface
  kiln-compiler-tools kiln-frontend kiln-hal-headers kiln-hal-inprocess kiln-hal-process kiln-hal-runtime
  kiln-llvm-headers kiln-mux kiln-mux-headers kiln-mux-native-execution kiln-mux-target-support kiln-no-exceptions kiln-passes
  kiln-spirv-ll kiln-spirv-support kiln-support)

# kiln_relocate_includes(<library>): include folders of the tree become the kit's once it is
# installed.
function(kiln_relocate_includes library)
  get_target_property(folders ${library} INTERFACE_INCLUDE_DIRECTORIES)
  set(relocated "")
  foreach(folder IN LISTS folders)
    if(folder MATCHES "^${PROJECT_SOURCE_DIR}/(.*)$")
      get_filename_component(folder ${folder} ABSOLUTE)
      file(RELATIVE_PATH relative ${PROJECT_SOURCE_DIR} ${folder})
      list(APPEND relocated "$<BUILD_INTERFACE:${folder}>" "$<INSTALL_INTERFACE:${KILN_KIT_DIR}/${relative}>")
    else()
      list(APPEND relocated "${folder}")
    endif()
  endforeach()
  if(folders)
    set_target_properties(${library} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${relocated}")
  endif()
endfunction()

# Headers, and the sources compiled anew for each driver or target.
function(kiln_install_kit_sources)
  install(DIRECTORY modules source DESTINATION ${KILN_KIT_DIR} COMPONENT development
    FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN "cts" EXCLUDE PATTERN "clc" EXCLUDE PATTERN "muxc" EXCLUDE
    PATTERN "veczc" EXCLUDE PATTERN "clrun" EXCLUDE PATTERN "vulkan" EXCLUDE)
  install(DIRECTORY modules/hal/agent modules/hal/qemu DESTINATION ${KILN_KIT_DIR}/modules/hal COMPONENT development)
  install(DIRECTORY modules/compiler/rt DESTINATION ${KILN_KIT_DIR}/modules/compiler COMPONENT development)
  install(DIRECTORY modules/mux/lib/registry DESTINATION ${KILN_KIT_DIR}/modules/mux/lib COMPONENT development)
  set(library modules/compiler/shared_library)
  get_property(hot_functions GLOBAL PROPERTY KILN_HOT_FUNCTIONS)
  install(FILES ${library}/library.cpp ${library}/build_id.cpp ${library}/kiln_compile.cpp
    ${library}/kiln_compile_main.cpp ${library}/exports.map ${hot_functions}
    DESTINATION ${KILN_KIT_DIR}/${library} COMPONENT development)
  install(FILES modules/compiler/tools/tool_main.cpp DESTINATION ${KILN_KIT_DIR}/modules/compiler/tools
    COMPONENT development)
  install(FILES source/cl/icd/exports.map DESTINATION ${KILN_KIT_DIR}/source/cl/icd COMPONENT development)
  install(DIRECTORY cmake/ DESTINATION ${KILN_KIT_DIR}/cmake COMPONENT development FILES_MATCHING PATTERN "Kiln*.cmake")
  install(DIRECTORY scripts/new_target DESTINATION ${KILN_KIT_DIR}/scripts COMPONENT development)
  install(PROGRAMS scripts/new_target.py DESTINATION ${KILN_KIT_DIR}/scripts COMPONENT development)
endfunction()

# kiln_install_kit(): the component `development`.
function(kiln_install_kit)
  include(CMakePackageConfigHelpers)
  set(libraries ${KILN_KIT_LIBRARIES})
  if(TARGET kiln-compiler-native)
    list(APPEND libraries kiln-compiler-native)
  endif()
  add_custom_target(kiln-kit ALL DEPENDS kiln-hot-functions)
  foreach(library IN LISTS libraries)
    kiln_relocate_includes(${library})
    get_target_property(type ${library} TYPE)
    if(NOT type STREQUAL "INTERFACE_LIBRARY")
      add_dependencies(kiln-kit ${library})
    endif()
  endforeach()
  add_dependencies(kiln-driver kiln-kit)

  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Kiln)
  set(archives ${CMAKE_INSTALL_LIBDIR}/kiln/kit)
  install(TARGETS ${libraries} EXPORT KilnKitTargets
    ARCHIVE DESTINATION ${archives} OBJECTS DESTINATION ${archives} COMPONENT development)
  install(EXPORT KilnKitTargets DESTINATION ${package} COMPONENT development)
  set(KILN_VENDORS_DIR ${CMAKE_INSTALL_SYSCONFDIR}/OpenCL/vendors)
  configure_package_config_file(cmake/package/KilnConfig.cmake.in ${PROJECT_BINARY_DIR}/package/KilnConfig.cmake
    INSTALL_DESTINATION ${package} NO_CHECK_REQUIRED_COMPONENTS_MACRO
    PATH_VARS KILN_KIT_DIR KILN_LIBDIR KILN_VENDORS_DIR CMAKE_INSTALL_BINDIR CMAKE_INSTALL_INCLUDEDIR)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/KilnConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  configure_file(cmake/package/kiln.pc.in ${PROJECT_BINARY_DIR}/package/kiln.pc.in @ONLY)
  # The prefix is known when it is installed.
  install(CODE "
    file(READ \"${PROJECT_BINARY_DIR}/package/kiln.pc.in\" text)
    string(REPLACE \"<prefix>\" \"\${CMAKE_INSTALL_PREFIX}\" text \"\${text}\")
    file(WRITE \"${PROJECT_BINARY_DIR}/package/kiln.pc\" \"\${text}\")" COMPONENT development)
  install(FILES ${PROJECT_BINARY_DIR}/package/kiln.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT development)
  install(FILES ${PROJECT_BINARY_DIR}/package/KilnConfig.cmake ${PROJECT_BINARY_DIR}/package/KilnConfigVersion.cmake
    cmake/package/KilnKernels.cmake DESTINATION ${package} COMPONENT development)
  kiln_install_kit_sources()
endfunction()
