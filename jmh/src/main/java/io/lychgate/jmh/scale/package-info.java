/**
 * What a request, or what an operator does with the store, costs when there is more of something: routes, connections, rules of
 * manifests, keys in a cookie, revisions in the store.
 *
 * <p>Start at {@link io.lychgate.jmh.scale.ScaleBench}. What grows is a {@code Dimension}; how one is measured is a
 * {@code ScaleTrial}; what becomes of the figures is {@code Growth}.
 */
@NullMarked
package io.lychgate.jmh.scale;

import org.jspecify.annotations.NullMarked;
