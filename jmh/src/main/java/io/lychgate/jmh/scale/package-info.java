/**
 * Cost of a request, or of an operation on the store, by the number of routes, connections, rules of manifests, keys in a cookie,
 * or revisions in the store.
 *
 * <p>Start at {@link io.lychgate.jmh.scale.ScaleBench}. A {@code Dimension} grows, a {@code ScaleTrial} measures it, and
 * {@code Growth} evaluates the figures.
 */
@NullMarked
package io.lychgate.jmh.scale;

import org.jspecify.annotations.NullMarked;
