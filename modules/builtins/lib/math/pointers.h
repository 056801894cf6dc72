// Repeats the one-line definition DEFINE(space) for each address space that a result may go to.
#define EACH_SPACE(DEFINE) \
  DEFINE(__private) DEFINE(__global) DEFINE(__local) DEFINE(__generic)
