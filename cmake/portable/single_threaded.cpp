// A variable of glibc 2.32 and later, by which the C++ library leaves out atomic operations while
// there is one thread only. Never saying so is always right.

extern "C" {
extern char __libc_single_threaded;
char __libc_single_threaded __attribute__((visibility("hidden"))) = 0;
}
