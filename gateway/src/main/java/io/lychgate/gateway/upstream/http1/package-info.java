/**
 * HTTP/1.1 to servers: pools of connections, and one request at a time on each.
 *
 * <p>Start with {@code Http1Pool}, then {@code Http1Connection} (one socket). It implements the interfaces of package upstream,
 * which does not know it.
 */
@NullMarked
package io.lychgate.gateway.upstream.http1;

import org.jspecify.annotations.NullMarked;
