#pragma once

#include <glib.h>
#include <sys/eventfd.h>

// Necessary because glibc declares pthread_setname_np for GNU sources only, which Swift's importer is not: gives the calling thread a
// name of at most fifteen bytes.
extern int pthread_setname_np(unsigned long thread, const char* name);
extern unsigned long pthread_self(void);
static inline void bridgehead_name_thread(const char* name) {
  (void)pthread_setname_np(pthread_self(), name);
}

// Necessary because the flags are an enumeration in C, which Swift's importer gives no plain value for.
static inline int bridgehead_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
