/**
 * Distributed traces: the context of requests (W3C Trace Context), the spans of the gateway, and their way to the collector. Start at
 * {@link io.lychgate.gateway.observe.trace.Tracing}.
 */
@NullMarked
package io.lychgate.gateway.observe.trace;

import org.jspecify.annotations.NullMarked;
