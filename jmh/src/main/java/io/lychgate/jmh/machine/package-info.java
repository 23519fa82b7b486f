/** The machine that benchmarks run on: its programs, the processes that a run starts, and its description. */
@NullMarked
package io.lychgate.jmh.machine;

import org.jspecify.annotations.NullMarked;
