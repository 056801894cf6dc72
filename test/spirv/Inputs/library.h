// Declarations shared by two modules.
#pragma once
#include "spirv.h"

struct Pair {
  int first, second;
};
Pair swapped(const Pair &pair);
float normOf(const float *vector, int length);
void addTo(int *counter, Pair pair);
