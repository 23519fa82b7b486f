/**
 * HTTP/2 (RFC 9113): frames to exchanges and back, on Netty's raw connection handler, with our scheduler as its distributor.
 *
 * <p>Start with {@code Http2Edge} (how a pipeline is built), then {@code RequestFrames} (frames in) and {@code
 * Http2ClientStream} (frames out). No channel per stream: it costs more than all the rest of a small request.
 */
@NullMarked
package io.lychgate.gateway.http2;

import org.jspecify.annotations.NullMarked;
