#include "registers.h"

ulong kiln_test_transfers(void) { return LOAD(REGISTERS->completed); }
ulong kiln_test_words(void) { return LOAD(REGISTERS->words); }
ulong kiln_test_stores(void) { return LOAD(REGISTERS->stores); }
