/** Exporters to collectors of OpenTelemetry, over HTTP and gRPC. Start at {@link io.lychgate.gateway.observe.otlp.OtlpExporters}. */
@NullMarked
package io.lychgate.gateway.observe.otlp;

import org.jspecify.annotations.NullMarked;
