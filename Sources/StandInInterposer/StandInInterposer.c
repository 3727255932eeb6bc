#if defined(__ELF__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "StandInInterposer.h"

#if defined(__ELF__)

#include <dlfcn.h>
#include <stdlib.h>

static standin_configuration_hook hook;

void standin_intercept_configurations(standin_configuration_hook new_hook) {
  __atomic_store_n(&hook, new_hook, __ATOMIC_RELEASE);
}

static void *make(void *(*original)(void)) {
  /* Without the real getter there is nothing to return: it is missing only where Foundation is, and then nobody calls. */
  if (!original) abort();
  void *configuration = original();
  standin_configuration_hook current = __atomic_load_n(&hook, __ATOMIC_ACQUIRE);
  if (current) current(configuration);
  return configuration;
}

/*
 * The getters of URLSessionConfiguration under the names that Swift gives them. A program's own symbols go before those of
 * the libraries it loads, so that calls from the program come here, and the next symbol of the name is the real getter.
 * They are weak, so that in a statically linked program Foundation's own take their place.
 */
#define GETTER(name, symbol)                                                              \
  __attribute__((weak, visibility("default"), swiftcall)) void *name(void) __asm__(symbol); \
  void *name(void) { return make((void *(*)(void))dlsym(RTLD_NEXT, symbol)); }

GETTER(standin_default, "$s20FoundationNetworking23URLSessionConfigurationC7defaultACvgZ")
GETTER(standin_ephemeral, "$s20FoundationNetworking23URLSessionConfigurationC9ephemeralACvgZ")

#else

void standin_intercept_configurations(standin_configuration_hook new_hook) { (void)new_hook; }

#endif
