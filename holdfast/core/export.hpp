#pragma once

/// The library hides every symbol that is not marked, so that its own copies of header-only code (compiled for
/// one instruction set) can never be replaced by a program's.
#if defined(__GNUC__)
#define HOLDFAST_EXPORT __attribute__((visibility("default")))
#else
#define HOLDFAST_EXPORT
#endif
