/**
 * The servers that an upstream has now: those of the configuration, and those that DNS or a file name.
 *
 * <p>Start with {@code Discovery}. It finds servers; it neither chooses one nor opens connections.
 */
@NullMarked
package io.lychgate.gateway.upstream.discovery;

import org.jspecify.annotations.NullMarked;
