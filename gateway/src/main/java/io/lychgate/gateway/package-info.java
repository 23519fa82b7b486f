/** The process: {@code Gateway} builds and joins all parts; nothing else does. May know everything. */
@NullMarked
package io.lychgate.gateway;

import org.jspecify.annotations.NullMarked;
