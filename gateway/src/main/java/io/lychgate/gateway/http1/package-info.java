/**
 * HTTP/1.1 (RFC 9112): one exchange at a time on a connection, with pipelined requests in a queue behind it.
 *
 * <p>Start with {@code Http1Edge}. {@code StrictRequestDecoder} is Netty's decoder with stricter checks. {@code Http1ClientStream}
 * writes responses.
 */
@NullMarked
package io.lychgate.gateway.http1;

import org.jspecify.annotations.NullMarked;
