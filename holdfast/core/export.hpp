#pragma once

/// Marks what the shared library shows. Everything else stays hidden: the library is built once per
/// instruction set, and a template that escaped from one build could replace its twin in another.
#define HOLDFAST_EXPORT __attribute__((visibility("default")))
