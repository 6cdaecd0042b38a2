/* Standard streams for a static HDF5 in a shared library. Debian compiles static libraries for programs: their code reads these
   variables of the C library as a program may, and a shared library may not. The linker's option --wrap gives such code the
   copies below; __real_ names are those of the C library. */
#include <stdio.h>

extern FILE *__real_stdout, *__real_stderr;
__attribute__((visibility("hidden"))) FILE *__wrap_stdout, *__wrap_stderr;

__attribute__((constructor)) static void copy_streams(void) {
  __wrap_stdout = __real_stdout;
  __wrap_stderr = __real_stderr;
}
