/**
 * HTTP/3 (RFC 9114): converts frames to exchanges and back, on Netty's QUIC, which is based on quiche.
 *
 * <p>Start with {@code Http3Edge} (one connection), then {@code RequestStream} (frames in) and {@code Http3ClientStream} (frames
 * out). Netty gives every request its own channel. The gateway's handlers before Netty's codec are {@code RequestFrames} (in),
 * {@code FinalFrame} (out) and those of {@code FieldCompression}. {@code RequestStream} comes after the codec. quiche decides the
 * order of streams; the gateway only passes urgency and incremental to it (RFC 9218).
 */
@NullMarked
package io.lychgate.gateway.http3;

import org.jspecify.annotations.NullMarked;
