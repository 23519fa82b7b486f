/**
 * Laboratory: servers at one end of an emulated link, clients at the other, on one machine.
 *
 * <p>Start at {@link io.lychgate.jmh.lab.Lab}. The link itself is a separate program, {@code jmh/link}.
 */
@NullMarked
package io.lychgate.jmh.lab;

import org.jspecify.annotations.NullMarked;
