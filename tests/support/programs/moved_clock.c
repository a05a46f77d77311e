/* A clock on the wall that is moved from outside: seconds ahead stand in a file, as eight bytes.
   The clocks that count on, by which programs wait, are left as they are, as in a real machine. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *ahead;

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("MOVED_CLOCK");
  int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *found = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
  if (found != MAP_FAILED) ahead = found;
  close(file);
}

int clock_gettime(clockid_t which, struct timespec *now) {
  int failed = (int)syscall(SYS_clock_gettime, which, now);
  if (!failed && ahead && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE))
    now->tv_sec += *ahead;
  return failed;
}
