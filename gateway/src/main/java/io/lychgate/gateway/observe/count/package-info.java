/**
 * Counters of one event loop and the closed sets of things that it counts. Start at {@link
 * io.lychgate.gateway.observe.count.Counters}: one thread writes, others read.
 */
@NullMarked
package io.lychgate.gateway.observe.count;

import org.jspecify.annotations.NullMarked;
