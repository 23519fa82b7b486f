/**
 * QPACK's dynamic tables (RFC 9204), before Netty's codec, which codes without them.
 *
 * <p>Requests: {@code EncoderInstructions} fill a {@code RequestTable}, and {@code RequestFields} writes what refers to it in
 * full. Responses: {@code ResponseFields} puts references where the client's {@code ResponseTable} has what Netty wrote in
 * full; {@code DecoderInstructions} say what the client has got, {@code OutstandingSections} keeps count.
 */
@NullMarked
package io.lychgate.gateway.http3.qpack;

import org.jspecify.annotations.NullMarked;
