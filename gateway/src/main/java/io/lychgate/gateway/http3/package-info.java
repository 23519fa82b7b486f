/**
 * HTTP/3 (RFC 9114): frames to exchanges and back, on Netty's QUIC with quiche below it.
 *
 * <p>Start with {@code Http3Edge} (one connection), then {@code RequestStream} (frames in) and {@code Http3ClientStream}
 * (frames out). Netty gives every request a channel of its own; of ours are the handlers before its codec ({@code RequestFrames}
 * in, {@code FinalFrame} out, and those of {@code FieldCompression}) and the {@code RequestStream} behind it. The order of streams
 * is quiche's: we only hand it urgency and incremental (RFC 9218).
 */
@NullMarked
package io.lychgate.gateway.http3;

import org.jspecify.annotations.NullMarked;
