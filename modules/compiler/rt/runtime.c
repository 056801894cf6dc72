// Functions that LLVM's code generation may call, whatever the program: one object per target,
// without C library, from which a binary takes the sections that it refers to.

#include "half.c"
#include "integer.c"
#include "math.c"
#include "memory.c"
#include "word32.c"
