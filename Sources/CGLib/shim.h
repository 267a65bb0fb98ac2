#pragma once

#include <glib.h>

// Necessary because glibc declares pthread_setname_np for GNU sources only, which Swift's importer is not: gives the calling thread a
// name of at most fifteen bytes.
extern int pthread_setname_np(unsigned long thread, const char* name);
extern unsigned long pthread_self(void);
static inline void bridgehead_name_thread(const char* name) {
  (void)pthread_setname_np(pthread_self(), name);
}
