#pragma once

#include <JavaScriptCore/JavaScript.h>
#include <stdbool.h>
#include <stddef.h>

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

// Runs on the script's thread after each garbage collection: the one place in an endless chain of microtasks where native code gets
// a turn, because such a chain allocates and never leaves the engine.
typedef void (*JSHeapFinalizer)(JSContextGroupRef group, void* userData);
extern void JSContextGroupAddHeapFinalizer(JSContextGroupRef group, JSHeapFinalizer finalizer, void* userData);
extern void JSContextGroupRemoveHeapFinalizer(JSContextGroupRef group, JSHeapFinalizer finalizer, void* userData);

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

// The target of a Proxy, or null. The only way to tell a proxy from other objects, which copying a value out of a page has to.
extern JSObjectRef JSObjectGetProxyTarget(JSObjectRef object);

// Collections started by a timer ask for a memory pressure handler, which needs a main run loop that only WebKit makes; without one the
// process ends in a null pointer. Collections then follow allocation alone.
extern void JSDisableGCTimer(void);
