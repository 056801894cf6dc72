# The installed kit: the functions of the top CMakeLists.txt, over archives instead of modules/. For
# find_package(Kiln COMPONENTS Kit).

get_filename_component(KILN_SOURCE_DIR ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
include(GNUInstallDirs)
set(KILN_LIBDIR ${CMAKE_INSTALL_LIBDIR})
set(KILN_INSTALL_FULL_LIBDIR ${CMAKE_INSTALL_FULL_LIBDIR})
include(KilnFlags)
include(KilnLLVM)
include(KilnEmbed)
include(KilnAgent)
include(KilnRuntime)
include(KilnBuiltins)
include(KilnTargets)
include(KilnLibraries)
include(KilnDriver)
set_property(GLOBAL PROPERTY KILN_HOT_FUNCTIONS ${KILN_SOURCE_DIR}/modules/compiler/shared_library/hot_functions.order)
