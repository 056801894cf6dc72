// The mux runtime interface: the C functions that source/cl calls and each target implements.
//
// Include this header to use a device. To implement one, include mux/target.h, or provide a
// HAL (hal/hal.h) and let hal::Target implement mux on top of it. doc/mux-spec.md holds the
// rules for several objects together and the formats of binaries and launches.
//
// Rules for every function:
//   * modules/mux/lib checks handles, states and ranges before a target sees the call.
//   * mux_error_invalid_handle: a handle is null, of another kind or of another device.
//   * mux_error_null_out_parameter: a required out-pointer is null. A failed call leaves its
//     out-parameters untouched.
//   * No exception leaves a call.
//   * Different objects may be created and destroyed by different threads at once.
#pragma once

#include "mux/abi.h"
#include "mux/buffer.h"
#include "mux/command_buffer.h"
#include "mux/device.h"
#include "mux/executable.h"
#include "mux/fence.h"
#include "mux/image.h"
#include "mux/kernel.h"
#include "mux/memory.h"
#include "mux/query_pool.h"
#include "mux/queue.h"
#include "mux/sampler.h"
#include "mux/semaphore.h"
#include "mux/types.h"
