/** The process: only {@code Gateway} builds and joins all parts. This package may depend on every other. */
@NullMarked
package io.lychgate.gateway;

import org.jspecify.annotations.NullMarked;
