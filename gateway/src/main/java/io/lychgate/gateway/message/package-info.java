/**
 * The one internal form of an HTTP message: {@link io.lychgate.gateway.message.RequestHead}, {@link
 * io.lychgate.gateway.message.ResponseHead} and the flat {@link io.lychgate.gateway.message.Fields} between them. All three
 * protocol edges and the upstream side translate straight to and from it; bodies pass as retained buffers.
 *
 * <p>Ground: knows no other package of the gateway. Start with {@code Fields}; {@code ResponseSink} and {@code Responder} are
 * the seam between whatever asks and whatever answers.
 */
@NullMarked
package io.lychgate.gateway.message;

import org.jspecify.annotations.NullMarked;
