/** The machine that benchmarks run on: its programs, the processes that a run starts, and what it says of itself. */
@NullMarked
package io.lychgate.jmh.machine;

import org.jspecify.annotations.NullMarked;
