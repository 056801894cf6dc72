// Lets launches take a variant that is compiled while they wait in their queue.
//
// A variant is chosen at the enqueue. But many programs enqueue all their launches before the first
// one has run, and no variant is there by then (KernelCode). So a launch looks once more when it
// starts, and is recorded anew if there is other code.
#pragma once

#include "core/build/kernel.h"
#include "core/build/kernel_code.h"
#include "core/queues/command.h"
#include "core/queues/queue.h"

namespace cl {

/// Gives a launch a late choice, by the properties `later` of its code (LaunchCode). Call it when
/// the launch is recorded into the command; `range` is that of the mux command. Nothing happens to
/// a command buffer with more than the launch: one for replays, with counters or with printf.
void chooseLater(Command &command, const Kernel &kernel, KernelCode &code, const LaunchCode &chosen,
                 const mux_ndrange_t &range);

}  // namespace cl
