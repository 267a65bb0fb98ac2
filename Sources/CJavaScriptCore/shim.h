#pragma once

#include <JavaScriptCore/JavaScript.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

// What libjavascriptcoregtk-4.1 exports without declaring it in an installed header. Each group says what it is needed for;
// names and signatures are those of JavaScriptCore's own private headers. All have been stable there for many years.

// Microtasks drain when the outermost lock is released. Holding the lock around a native task is the only way to make one HTML task
// with one microtask checkpoint out of several API calls; it also makes each of them cheaper.
extern void JSLock(JSContextRef ctx);
extern void JSUnlock(JSContextRef ctx);

// JavaScriptCore stops threads for garbage collection with a signal, SIGUSR1 unless told before the first call. SIGUSR1 belongs to
// the program that embeds us. Answers false once it is too late.
extern bool JSConfigureSignalForGC(int signal);

// The only way to interrupt a running script. The callback runs on the script's thread when one entry into the engine has used the
// limit (seconds of CPU time); it must set the limit again, or it is not asked a second time.
typedef bool (*JSShouldTerminateCallback)(JSContextRef ctx, void* context);
extern void JSContextGroupSetExecutionTimeLimit(
  JSContextGroupRef group, double limit, JSShouldTerminateCallback callback, void* context);
extern void JSContextGroupClearExecutionTimeLimit(JSContextGroupRef group);

// Called with (promise, reason) after the microtask checkpoint that left a rejection unhandled.
extern void JSGlobalContextSetUnhandledRejectionCallback(
  JSGlobalContextRef ctx, JSObjectRef function, JSValueRef* exception);

// A script over text that is never freed, so that megabytes of source need no copy. ASCII only.
typedef struct OpaqueJSScript* JSScriptRef;
extern JSScriptRef JSScriptCreateReferencingImmortalASCIIText(
  JSContextGroupRef group, JSStringRef url, int startingLineNumber, const char* source, size_t length,
  JSStringRef* errorMessage, int* errorLine);
extern void JSScriptRelease(JSScriptRef script);
extern JSValueRef JSScriptEvaluate(JSContextRef ctx, JSScriptRef script, JSValueRef thisValue, JSValueRef* exception);

// Heap size, object count and protected object count as an object with those properties.
extern JSObjectRef JSGetMemoryUsageStatistics(JSContextRef ctx);

// JSGarbageCollect only asks for a collection; tests and leak checks need one that has happened.
extern void JSSynchronousGarbageCollectForDebugging(JSContextRef ctx);

// The realm an object was made in; null for an object without one.
extern JSGlobalContextRef JSObjectGetGlobalContext(JSObjectRef object);

// The target of a Proxy, or null. The only way to tell a proxy from other objects, which copying a value out of a page has to.
extern JSObjectRef JSObjectGetProxyTarget(JSObjectRef object);

// Collections started by a timer ask for a memory pressure handler, which needs a main run loop that only WebKit makes; without one the
// process ends in a null pointer. Collections then follow allocation alone.
extern void JSDisableGCTimer(void);

// MARK: Ending a script from outside
//
// The engine polls only while an execution-time limit is set, and a limit that is always set makes every entry into the engine read the
// thread's processor clock, which costs several times what a microtask costs. Worse, each microtask is an entry of its own and starts
// the limit anew, so an endless chain of them is ended only by a limit of zero. So no limit is set while all is well. A watching thread
// sends a signal to a thread whose task must end; the handler sets a limit of zero.
//
// With that limit every entry makes a timer, and the engine aborts the process when one fires at the very moment in which it deals with
// another (an assertion in its VMTraps). So the handler stays until its own timer has fired: the next look of the script then ends it,
// and hardly another timer is made.
//
// These functions are C and not Swift because a signal handler may not enter the Swift runtime.

typedef struct {
  JSContextGroupRef group;
  // Serial number of the running task shifted left by 8, plus the reason it must end (0: none). 0 between tasks. Changed atomically.
  uint64_t task;
  // Code that the engine compiled lies between these; written by the watching thread before each signal.
  uintptr_t compiledLow, compiledHigh;
  // How often the handler began to set the limit.
  uint64_t attempts;
  // How often the engine asked and was told to end.
  uint64_t endings;
} BridgeheadWatch;

static inline BridgeheadWatch* bridgehead_watch_create(JSContextGroupRef group) {
  BridgeheadWatch* watch = (BridgeheadWatch*)calloc(1, sizeof(BridgeheadWatch));
  watch->group = group;
  return watch;
}

static inline uint64_t bridgehead_watch_task(BridgeheadWatch* watch) { return __atomic_load_n(&watch->task, __ATOMIC_ACQUIRE); }

// The engine asks whether to end the script. It runs in the thread's ordinary course, so it may do what it likes.
static inline bool bridgehead_watch_poll(JSContextRef ctx, void* context) {
  BridgeheadWatch* watch = (BridgeheadWatch*)context;
  (void)ctx;
  JSContextGroupClearExecutionTimeLimit(watch->group);
  if ((bridgehead_watch_task(watch) & 0xff) == 0) return false;
  __atomic_fetch_add(&watch->endings, 1, __ATOMIC_ACQ_REL);
  return true;
}

// Setting a limit for the first time allocates in the heap; the handler must never be the first.
static inline void bridgehead_watch_prepare(BridgeheadWatch* watch) {
  JSContextGroupSetExecutionTimeLimit(watch->group, 3600, bridgehead_watch_poll, watch);
  JSContextGroupClearExecutionTimeLimit(watch->group);
}

// Setting a limit may allocate, so it is sound only where the thread cannot be inside an allocator or hold a lock: in code the engine
// compiled, which by construction does neither (the engine's own handlers rely on the same). Elsewhere the handler does nothing, and
// the watching thread tries again.
static inline void bridgehead_watch_signal(int signal, siginfo_t* info, void* context) {
  (void)signal;
  BridgeheadWatch* watch = (BridgeheadWatch*)info->si_value.sival_ptr;
  if (!watch || (bridgehead_watch_task(watch) & 0xff) == 0) return;
  ucontext_t* state = (ucontext_t*)context;
#if defined(__x86_64__)
  uintptr_t counter = (uintptr_t)state->uc_mcontext.gregs[16];
#elif defined(__aarch64__)
  uintptr_t counter = (uintptr_t)state->uc_mcontext.pc;
#else
  uintptr_t counter = 0;
#endif
  if (counter < watch->compiledLow || counter >= watch->compiledHigh) return;
  int saved = errno;
  __atomic_fetch_add(&watch->attempts, 1, __ATOMIC_ACQ_REL);
  JSContextGroupSetExecutionTimeLimit(watch->group, 0, bridgehead_watch_poll, watch);
  // The timer's thread needs a processor to fire on: on a busy machine it gets this one.
  struct timespec pause = {0, 10000000};
  nanosleep(&pause, NULL);
  errno = saved;
}

static inline void bridgehead_watch_install(int signal) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = bridgehead_watch_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(signal, &action, NULL);
}

// Hidden behind _GNU_SOURCE, which a module header cannot define without changing other modules' view of the C library.
extern int pthread_sigqueue(pthread_t thread, int signal, const union sigval value);

static inline void bridgehead_watch_send(
  pthread_t thread, int signal, BridgeheadWatch* watch, uintptr_t low, uintptr_t high) {
  union sigval value;
  value.sival_ptr = watch;
  watch->compiledLow = low;
  watch->compiledHigh = high;
  pthread_sigqueue(thread, signal, value);
}

static inline void bridgehead_watch_begin(BridgeheadWatch* watch, uint64_t serial) {
  // Sequentially consistent, because the watching thread decides by it whether it may sleep.
  __atomic_store_n(&watch->task, serial << 8, __ATOMIC_SEQ_CST);
}
static inline void bridgehead_watch_end(BridgeheadWatch* watch) { __atomic_store_n(&watch->task, 0, __ATOMIC_RELEASE); }
// Ends the task unless it must end: then answers the reason, and the task stays.
static inline int bridgehead_watch_end_unless_marked(BridgeheadWatch* watch) {
  uint64_t task = bridgehead_watch_task(watch);
  if ((task & 0xff) == 0
      && __atomic_compare_exchange_n(&watch->task, &task, 0, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return 0;
  return (int)(task & 0xff);
}
// Marks the task for its end unless it is over or marked already.
static inline bool bridgehead_watch_mark(BridgeheadWatch* watch, uint64_t serial, int reason) {
  uint64_t expected = serial << 8;
  return __atomic_compare_exchange_n(
    &watch->task, &expected, serial << 8 | (uint64_t)reason, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}
static inline uint64_t bridgehead_watch_attempts(BridgeheadWatch* watch) {
  return __atomic_load_n(&watch->attempts, __ATOMIC_ACQUIRE);
}
static inline uint64_t bridgehead_watch_endings(BridgeheadWatch* watch) {
  return __atomic_load_n(&watch->endings, __ATOMIC_ACQUIRE);
}

// Real-time signal numbers are macros that call a function, which Swift cannot import.
static inline int bridgehead_watch_signal_number(void) { return SIGRTMAX - 3; }
