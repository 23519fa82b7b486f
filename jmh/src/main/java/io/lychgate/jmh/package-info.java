/**
 * Benchmarks of single parts, one question each (the question is the first sentence of the class).
 *
 * <p>Whole gateways are compared in {@link io.lychgate.jmh.peers}. This module depends on every module; none depends on it.
 */
@NullMarked
package io.lychgate.jmh;

import org.jspecify.annotations.NullMarked;
