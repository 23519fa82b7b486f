/**
 * HTTP/2 (RFC 9113): converts frames to exchanges and back. It uses Netty's raw connection handler, with the gateway's scheduler as
 * its distributor.
 *
 * <p>Start with {@code Http2Edge} (how a pipeline is built), then {@code RequestFrames} (frames in) and {@code Http2ClientStream}
 * (frames out). There is no channel per stream: it would cost more than all the rest of a small request.
 */
@NullMarked
package io.lychgate.gateway.http2;

import org.jspecify.annotations.NullMarked;
