#include "faulty_hal.h"

namespace hal::test {
namespace {

const hal_t &good() {
  return *arenaHal();
}

/// The good function behind a switch.
template <Switch Switches::*which, auto function, class... Arguments>
hal_result_t switched(Arguments... arguments) {
  const hal_result_t result = (switches().*which).pass();
  return result != hal_success ? result : (good().*function)(arguments...);
}

/// A job is over even when the wait for it is said to have failed.
hal_result_t wait(hal_device_t device, hal_job_t job, uint64_t timeout, hal_job_result_t *result) {
  const hal_result_t real = good().wait(device, job, timeout, result);
  const hal_result_t wanted = switches().wait.pass();
  return real == hal_not_ready || wanted == hal_success ? real : wanted;
}

void release(hal_device_t device, hal_address_t address) {
  switches().release.pass();
  good().release(device, address);
}

}  // namespace

Switches &switches() {
  static Switches all;
  return all;
}

void Switches::reset() {
  for (Switch *each :
       {&open, &allocate, &release, &write, &read, &copy, &fill, &load, &find, &launch, &wait}) {
    each->fails = hal_success;
    each->calls = 0;
  }
}

const hal_t *faultyHal() {
  static const hal_t table = [] {
    hal_t t = good();
    t.open = switched<&Switches::open, &hal_t::open>;
    t.allocate = switched<&Switches::allocate, &hal_t::allocate>;
    t.release = release;
    t.write = switched<&Switches::write, &hal_t::write>;
    t.read = switched<&Switches::read, &hal_t::read>;
    t.copy = switched<&Switches::copy, &hal_t::copy>;
    t.fill = switched<&Switches::fill, &hal_t::fill>;
    t.load_program = switched<&Switches::load, &hal_t::load_program>;
    t.find_kernel = switched<&Switches::find, &hal_t::find_kernel>;
    t.launch = switched<&Switches::launch, &hal_t::launch>;
    t.wait = wait;
    return t;
  }();
  return &table;
}

}  // namespace hal::test
