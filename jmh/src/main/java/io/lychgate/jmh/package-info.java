/**
 * Benchmarks of single parts, one question each (the question is the first sentence of the class).
 *
 * <p>Whole gateways are compared in {@link io.lychgate.jmh.peers}. This module sees everything; nobody sees it.
 */
@NullMarked
package io.lychgate.jmh;

import org.jspecify.annotations.NullMarked;
