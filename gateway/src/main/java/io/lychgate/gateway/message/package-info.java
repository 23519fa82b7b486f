/**
 * The one internal form of an HTTP message: {@link io.lychgate.gateway.message.RequestHead}, {@link
 * io.lychgate.gateway.message.ResponseHead} and the flat {@link io.lychgate.gateway.message.Fields} between them. All three
 * protocol edges and the upstream side convert directly to and from it; bodies pass as retained buffers.
 *
 * <p>Ground: depends on no other package of the gateway. Start with {@code Fields}; {@code ResponseSink} and {@code Responder} are
 * the interface between a request's edge and the source of its response.
 */
@NullMarked
package io.lychgate.gateway.message;

import org.jspecify.annotations.NullMarked;
