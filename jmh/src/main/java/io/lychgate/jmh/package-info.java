/**
 * Benchmarks of single parts; the first sentence of each class names the cost that it measures.
 *
 * <p>Whole gateways are compared in {@link io.lychgate.jmh.peers}. This module depends on every module; none depends on it.
 */
@NullMarked
package io.lychgate.jmh;

import org.jspecify.annotations.NullMarked;
