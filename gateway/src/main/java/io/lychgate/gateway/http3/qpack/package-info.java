/**
 * QPACK's dynamic tables (RFC 9204), before Netty's codec, which uses none.
 *
 * <p>Requests: {@code EncoderInstructions} fill a {@code RequestTable}, and {@code RequestFields} writes references to it in full.
 * Responses: {@code ResponseFields} replaces literals by references to entries of the client's {@code ResponseTable}. {@code
 * DecoderInstructions} report what the client has received, and {@code OutstandingSections} keeps count.
 */
@NullMarked
package io.lychgate.gateway.http3.qpack;

import org.jspecify.annotations.NullMarked;
