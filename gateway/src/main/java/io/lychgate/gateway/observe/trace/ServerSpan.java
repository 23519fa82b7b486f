package io.lychgate.gateway.observe.trace;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestTrace;
import io.lychgate.gateway.observe.log.Redactor;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The span of one request, with a span of each try at an upstream below it. Names follow the semantic conventions of OpenTelemetry for
 * HTTP. Event loop only.
 */
final class ServerSpan implements RequestTrace {
  /** Decisions that a span lists. A page with more candidates has their number. */
  private static final int MAX_DECISIONS = 64;

  private static final int CLIENT_ERRORS = 400;

  private static final AttributeKey<List<String>> DECISIONS =
      AttributeKey.stringArrayKey("lychgate.decisions");

  private final Tracer tracer;
  private final Redactor redactor;
  private final Context sampling;
  private final Span span;
  private final long startNanos;
  private final LongSupplier nanosSoFar;
  private final boolean isRecorded;
  private @Nullable List<String> decisions;

  ServerSpan(
      Tracer tracer,
      Redactor redactor,
      Context sampling,
      Span span,
      long startNanos,
      LongSupplier nanosSoFar) {
    this.tracer = tracer;
    this.redactor = redactor;
    this.sampling = sampling;
    this.span = span;
    this.startNanos = startNanos;
    this.nanosSoFar = nanosSoFar;
    this.isRecorded = span.isRecording();
  }

  @Override
  public String traceId() {
    return span.getSpanContext().getTraceId();
  }

  @Override
  public String spanId() {
    return span.getSpanContext().getSpanId();
  }

  @Override
  public boolean isRecorded() {
    return isRecorded;
  }

  @Override
  public void set(String name, String value) {
    if (name.equals("url.query")) {
      span.setAttribute(name, redactor.query(value).toString());
    } else {
      span.setAttribute(name, value);
    }
  }

  @Override
  public void set(String name, long value) {
    span.setAttribute(name, value);
  }

  private long now() {
    return startNanos + nanosSoFar.getAsLong();
  }

  @Override
  public void event(String name) {
    if (isRecorded) {
      span.addEvent(name, now(), TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public void decided(String decision, CharSequence target) {
    if (!isRecorded) {
      return;
    }
    List<String> made = decisions;
    if (made == null) {
      made = new ArrayList<>();
      decisions = made;
    }
    if (made.size() < MAX_DECISIONS) {
      made.add(decision + " " + redactor.target(target));
    }
  }

  @Override
  public @Nullable ClientSpan beginTry(RequestHead request, String upstream, int earlier) {
    return isRecorded ? new Try(request, upstream, earlier) : null;
  }

  @Override
  public void end(String name, long nanos, @Nullable String error) {
    if (!isRecorded) {
      return;
    }
    span.updateName(name);
    List<String> made = decisions;
    if (made != null) {
      span.setAttribute(DECISIONS, made);
    }
    if (error != null) {
      span.setAttribute("error.type", error);
      span.setStatus(StatusCode.ERROR);
    }
    span.end(startNanos + nanos, TimeUnit.NANOSECONDS);
  }

  /** The span of one try. */
  private final class Try implements ClientSpan {
    private final Span own;
    private final CharSequence target;
    private boolean isEnded;
    private int status;

    Try(RequestHead request, String upstream, int earlier) {
      target = request.path();
      own = tracer
          .spanBuilder(request.method().toString())
          .setParent(sampling.with(span))
          .setSpanKind(SpanKind.CLIENT)
          .setStartTimestamp(now(), TimeUnit.NANOSECONDS)
          .startSpan();
      own.setAttribute("http.request.method", request.method().toString());
      own.setAttribute("lychgate.upstream", upstream);
      if (earlier > 0) {
        own.setAttribute("http.request.resend_count", earlier);
      }
    }

    @Override
    public void connected(String address, int port, String url) {
      own.addEvent("connected", now(), TimeUnit.NANOSECONDS);
      own.setAttribute("server.address", address);
      if (port > 0) {
        own.setAttribute("server.port", port);
      }
      own.setAttribute("url.full", url + redactor.target(target));
    }

    @Override
    public void sent(Fields fields) {
      TraceFields.write(own.getSpanContext(), fields);
    }

    @Override
    public void responded(int code) {
      status = code;
      own.addEvent("head", now(), TimeUnit.NANOSECONDS);
      own.setAttribute("http.response.status_code", code);
    }

    @Override
    public void end(@Nullable String error) {
      if (isEnded) {
        return;
      }
      isEnded = true;
      String type = error == null && status >= CLIENT_ERRORS ? Integer.toString(status) : error;
      if (type != null) {
        own.setAttribute("error.type", type);
        own.setStatus(StatusCode.ERROR);
      }
      own.end(now(), TimeUnit.NANOSECONDS);
    }
  }
}
