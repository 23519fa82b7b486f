/**
 * HTTP/1.1, HTTP/2 and HTTP/3 side by side: time to first byte and load time over an emulated link with loss, on new and on
 * resumed connections, and their processor time.
 *
 * <p>Start at {@link io.lychgate.jmh.protocols.ProtocolsBench}. {@code LinkRun} measures over the link, {@code CpuRun} at the
 * server's end of it. The client of both is a separate program, {@code jmh/protocols}, behind {@code Client}.
 */
@NullMarked
package io.lychgate.jmh.protocols;

import org.jspecify.annotations.NullMarked;
