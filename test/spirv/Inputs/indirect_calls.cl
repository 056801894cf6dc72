// Function pointers as Clang writes them, for both translators to SPIR-V. LLVM's back end cannot pass
// structures by value to a function pointer.
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

typedef int (*Function)(int);

int twice(int x) { return 2 * x; }
int plusId(int x) { return x + (int)get_global_id(0); }

// Work-items of a group exchange their numbers.
int largest(int x) { return work_group_reduce_max(x); }

Function choose(int number) {
  switch (number) {
    case 0:
      return twice;
    case 1:
      return plusId;
    default:
      return largest;
  }
}

int apply(Function function, int x) { return function(x); }

kernel void divergent(global int *out) {
  const int i = (int)get_global_id(0);
  out[i] = apply(choose(i % 2), i);
}

// Each work-item makes another number of calls, with pointers in private memory.
kernel void inLoops(global int *out) {
  const int i = (int)get_global_id(0);
  Function functions[2] = {twice, plusId};
  int sum = 0;
  for (int k = 0; k < i % 7; ++k) {
    sum += functions[(i + k) & 1](k);
  }
  out[i] = sum;
}

kernel void uniformChoice(global int *out, int number) {
  const int i = (int)get_global_id(0);
  out[i] = apply(choose(number), i);
}

#ifdef STRUCTURES
typedef struct {
  int numbers[6];
} Numbers;
typedef int (*OfNumbers)(Numbers, int *);

int first(Numbers numbers, int *calls) {
  *calls += 1;
  return numbers.numbers[0];
}
int changed(Numbers numbers, int *calls) {
  *calls += 2;
  numbers.numbers[5] += 100;
  return numbers.numbers[5];
}

// The function gets a copy of the structure.
kernel void byValue(global int *out) {
  const int i = (int)get_global_id(0);
  Numbers numbers = {{i, 2, 3, 4, 5, 6}};
  OfNumbers function = i % 3 == 0 ? first : changed;
  int calls = 0;
  const int result = function(numbers, &calls);
  out[i] = result * 100 + calls * 10 + numbers.numbers[5];
}
#endif
