// Repeats the one-line definition DEFINE(space) for each address space of a result.
#define EACH_SPACE(DEFINE) \
  DEFINE(__private) DEFINE(__global) DEFINE(__local) DEFINE(__generic)
