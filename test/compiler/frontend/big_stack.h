// Runs a test's body on a thread with the stack size of the front end.
#pragma once

#include <pthread.h>

#include <functional>

namespace compiler::frontend {

inline void runOnStack(size_t bytes, const std::function<void()> &body) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, bytes);
  pthread_t thread;
  auto start = [](void *argument) -> void * {
    (*static_cast<const std::function<void()> *>(argument))();
    return nullptr;
  };
  pthread_create(&thread, &attributes, start, const_cast<std::function<void()> *>(&body));
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

}  // namespace compiler::frontend
