/**
 * Compression of responses: {@link io.lychgate.gateway.filter.compress.Compression} is the filter, {@link
 * io.lychgate.gateway.filter.compress.CompressionRule} decides, and {@link io.lychgate.gateway.filter.compress.LoopCoders} owns what the
 * codings of one event loop need.
 *
 * <p>Policy: knows config, http, message, loop and observe, and none of its neighbours (route, push, upstream, files, respond).
 */
@NullMarked
package io.lychgate.gateway.filter.compress;

import org.jspecify.annotations.NullMarked;
