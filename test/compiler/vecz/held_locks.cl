// Work-items passing a lock on to each other run one by one: in a SIMD group the lane with the lock
// would wait for the lanes asking for it. Loops repeating a compare-and-swap hold no lock.
// RUN: muxc --pipeline=kernel --target=host -cl-std=CL3.0 -cl-kiln-vectorize=always \
// RUN:   --print-after=vectorize-kernels %s 2>&1 >/dev/null | FileCheck %s
// RUN: clc --target=host -cl-std=CL3.0 -cl-kiln-remarks %s -o %t 2>&1 | FileCheck %s --check-prefix=WHY
// CHECK-NOT: define internal void @{{(spinning|polite|counting|ticket|exchanged|calling).*\.v[0-9]}}
// CHECK: define internal void @added.item.v
// CHECK: define internal void @watched.region1.guarded.v
// CHECK-NOT: define internal void @{{(spinning|polite|counting|ticket|exchanged|calling).*\.v[0-9]}}
// WHY-DAG: kernel 'spinning' is not vectorised: its work-items pass a lock on to each other
// WHY-DAG: kernel 'polite' is not vectorised: its work-items pass a lock on to each other
// WHY-DAG: kernel 'counting' is not vectorised: its work-items pass a lock on to each other
// WHY-DAG: kernel 'ticket' is not vectorised: its work-items pass a lock on to each other
// WHY-DAG: kernel 'exchanged' is not vectorised: its work-items pass a lock on to each other
// WHY-DAG: kernel 'calling' is not vectorised: its work-items pass a lock on to each other
kernel void spinning(global atomic_flag *lock, global int *sum) {
  while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire, memory_scope_device)) {
  }
  *sum += get_global_id(0);
  atomic_flag_clear_explicit(lock, memory_order_release, memory_scope_device);
}

kernel void polite(global int *lock, global int *sum) {
  for (bool done = false; !done;) {
    if (atomic_xchg(lock, 1) == 0) {
      *sum += get_global_id(0);
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      atomic_xchg(lock, 0);
      done = true;
    }
  }
}

// The value read decides by which way the number of the rest comes to the loop's end.
kernel void counting(global int *lock, global int *sum) {
  for (int rest = 3; rest > 0;) {
    int before = rest;
    if (atomic_xchg(lock, 1) == 0) {
      *sum += get_global_id(0);
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      atomic_xchg(lock, 0);
      rest = before / 4;
    }
  }
}

kernel void ticket(global int *tickets, volatile global int *sum) {
  const int own = atomic_inc(&tickets[0]);
  while (((volatile global int *)tickets)[1] != own) {
  }
  *sum += own;
  atomic_inc(&tickets[1]);
}

kernel void exchanged(volatile global int *lock, global int *sum) {
  while (atomic_cmpxchg(lock, 0, 1) != 0) {
  }
  *sum += get_global_id(0);
  atomic_cmpxchg(lock, 1, 0);
}

__attribute__((noinline)) void take(volatile global int *lock) {
  while (atomic_xchg(lock, 1) != 0) {
  }
}

__attribute__((noinline)) void letGo(volatile global int *lock) { atomic_xchg(lock, 0); }

kernel void calling(volatile global int *lock, global int *sum) {
  take(lock);
  *sum += get_global_id(0);
  letGo(lock);
}

kernel void added(global uint *sums, global const float *x) {
  global uint *sum = &sums[get_global_id(0) % 7];
  const float own = x[get_global_id(0)], value = pow(exp(own), sin(own)) * tan(log(own)) * cbrt(cos(own));
  uint old = *sum, seen;
  do {
    seen = old;
    old = atomic_cmpxchg(sum, seen, as_uint(as_float(seen) + value));
  } while (old != seen);
}

kernel void watched(global atomic_int *flag, global float *x) {
  while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 0) {
  }
  x[get_global_id(0)] = sqrt(x[get_global_id(0)]);
}
