/**
 * The policy {@code forwardAuth}: a server of an upstream decides on each request. Start with {@link
 * io.lychgate.gateway.auth.forward.ForwardAuthStep}.
 */
@NullMarked
package io.lychgate.gateway.auth.forward;

import org.jspecify.annotations.NullMarked;
