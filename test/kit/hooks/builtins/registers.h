// The device's registers as the kernels' side uses them.
#pragma once
#include "base.h"
#include "hooks/registers.h"

#define REGISTERS ((__global struct hooks_registers *)HOOKS_REGISTERS)
#define LOAD(place) __atomic_load_n(&(place), __ATOMIC_ACQUIRE)
#define STORE(place, value) __atomic_store_n(&(place), value, __ATOMIC_RELEASE)
