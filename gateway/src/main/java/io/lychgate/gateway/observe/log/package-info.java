/**
 * The access log: event loops write lines into rings of their own, and one thread carries them to a file or to standard output.
 * Start at {@link io.lychgate.gateway.observe.log.AccessLog}.
 */
@NullMarked
package io.lychgate.gateway.observe.log;

import org.jspecify.annotations.NullMarked;
