package io.lychgate.gateway.observe.trace;

import io.lychgate.gateway.config.observe.OtlpConfig;
import io.lychgate.gateway.config.observe.TracingConfig;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestTrace;
import io.lychgate.gateway.observe.log.Redactor;
import io.lychgate.gateway.observe.otlp.OtlpExporters;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The spans of the gateway. Without a policy {@code tracing} in the configuration, no class of OpenTelemetry is loaded and no thread runs.
 */
public final class Tracing implements AutoCloseable {
  private static final ContextKey<Sampler> SAMPLER = ContextKey.named("lychgate-sampler");

  /** Characters of a value. A URL may be as long as the limit of a listener allows. */
  private static final int MAX_VALUE = 4096;

  private volatile @Nullable InForce inForce;
  private volatile @Nullable SpanQueue queue;

  /** The configuration in force with its tracer. */
  private record InForce(TracingConfig config, Tracer tracer, Redactor redactor) {}

  /** A configuration whose exporter is ready and not used yet. */
  public static final class Prepared {
    private final Runnable use;
    private final @Nullable SpanExporter exporter;

    private Prepared(Runnable use, @Nullable SpanExporter exporter) {
      this.use = use;
      this.exporter = exporter;
    }

    /** Records spans by this configuration from now on. */
    public void use() {
      use.run();
    }

    public void drop() {
      if (exporter != null) {
        exporter.shutdown();
      }
    }
  }

  /**
   * Makes the exporter of a configuration.
   *
   * @param isUsed true if a policy traces requests
   * @throws IOException if the certificates of the collector cannot be read
   */
  public Prepared prepare(TracingConfig config, boolean isUsed) throws IOException {
    InForce now = inForce;
    if (!isUsed) {
      return new Prepared(this::stop, null);
    }
    if (now != null && now.config.equals(config)) {
      return new Prepared(() -> {}, null);
    }
    OtlpConfig collector = config.collector();
    try {
      SpanExporter exporter = collector == null ? null : OtlpExporters.spans(collector);
      return new Prepared(() -> use(config, exporter), exporter);
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException("tracing: " + e.getMessage(), e);
    }
  }

  /** Ends the connection to the collector after the last policy has gone. Spans that end later are dropped. */
  private synchronized void stop() {
    inForce = null;
    SpanQueue spans = queue;
    if (spans != null) {
      spans.use(null, 0, 1);
    }
  }

  private synchronized void use(TracingConfig config, @Nullable SpanExporter exporter) {
    SpanQueue spans = queue;
    if (spans == null) {
      spans = new SpanQueue();
      queue = spans;
    }
    OtlpConfig collector = config.collector();
    spans.use(exporter, collector == null ? 0 : collector.timeout().toNanos(), config.queue());
    SdkTracerProvider provider = SdkTracerProvider.builder()
        .setSampler(new SamplerOfContext())
        .setResource(OtlpExporters.resource(config.service()))
        .setSpanLimits(
            SpanLimits.builder().setMaxAttributeValueLength(MAX_VALUE).build())
        .addSpanProcessor(spans)
        .build();
    inForce = new InForce(
        config,
        provider.get(OtlpExporters.SCOPE.getName()),
        new Redactor(config.redact(), Set.of()));
  }

  /** Returns a sampler for new traces with this share. A trace that continues is recorded as its sender says. */
  public static Object sampler(double share) {
    return Sampler.parentBased(Sampler.traceIdRatioBased(share));
  }

  /**
   * Begins the span of a request and puts its context into the request's fields.
   *
   * @param continues false if the context of the request is not trusted, so that a new trace begins
   * @param sampler one of {@link #sampler}
   * @param nanosSoFar returns the nanoseconds since the head of the request has arrived
   * @return null before a configuration is in force
   */
  public @Nullable RequestTrace begin(
      RequestHead request, boolean continues, Object sampler, LongSupplier nanosSoFar) {
    InForce now = inForce;
    if (now == null) {
      return null;
    }
    long startNanos =
        TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - nanosSoFar.getAsLong();
    SpanContext parent = continues ? TraceFields.read(request.fields()) : SpanContext.getInvalid();
    Context context = Context.root().with(SAMPLER, (Sampler) sampler);
    Span span = now.tracer
        .spanBuilder(request.method().toString())
        .setParent(parent.isValid() ? context.with(Span.wrap(parent)) : context)
        .setSpanKind(SpanKind.SERVER)
        .setStartTimestamp(startNanos, TimeUnit.NANOSECONDS)
        .startSpan();
    TraceFields.write(span.getSpanContext(), request.fields());
    return new ServerSpan(now.tracer, now.redactor, context, span, startNanos, nanosSoFar);
  }

  /** Returns the number of spans that the collector has taken. */
  public long exported() {
    SpanQueue spans = queue;
    return spans == null ? 0 : spans.exported();
  }

  /** Returns the number of spans for which the queue had no room. */
  public long dropped() {
    SpanQueue spans = queue;
    return spans == null ? 0 : spans.dropped();
  }

  /** Returns the number of spans that the collector has not taken. */
  public long failed() {
    SpanQueue spans = queue;
    return spans == null ? 0 : spans.failed();
  }

  /** Sends what waits, for a short time, and ends. */
  @Override
  public void close() {
    SpanQueue spans = queue;
    if (spans != null) {
      spans.close();
    }
  }

  /** Samples as the policy of the request's route says. */
  private static final class SamplerOfContext implements Sampler {
    @Override
    public SamplingResult shouldSample(
        Context parent,
        String traceId,
        String name,
        SpanKind kind,
        Attributes attributes,
        List<LinkData> links) {
      Sampler sampler = parent.get(SAMPLER);
      return (sampler == null ? Sampler.alwaysOff() : sampler)
          .shouldSample(parent, traceId, name, kind, attributes, links);
    }

    @Override
    public String getDescription() {
      return "as the policy of the route says";
    }
  }
}
