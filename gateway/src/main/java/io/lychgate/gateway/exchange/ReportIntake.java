package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.policy.TimingsPolicy;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.route.Router;
import io.lychgate.gateway.timing.MalformedReportException;
import io.lychgate.gateway.timing.PageTimings;
import io.lychgate.gateway.timing.ReportOutcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the report of one page on its timings. Checks first that a page of the site sent it and that its network may, then reads its
 * bounded body, then its content. The client learns why a report is refused, but not that one is a replay.
 */
final class ReportIntake implements Responder {
  private final Exchange exchange;
  private final PageTimings timings;
  private final TimingsPolicy limits;

  /** Grows on the heap while the body arrives. */
  private final ByteBuf body = Unpooled.buffer(0, Limits.TIMING_REPORT_BYTES);

  ReportIntake(Exchange exchange, PageTimings timings, TimingsPolicy limits) {
    this.exchange = exchange;
    this.timings = timings;
    this.limits = limits;
  }

  /** Begins with the request head. {@code end} is true if there is no body. */
  Responder begin(boolean end) {
    RequestHead request = exchange.request();
    if (!OwnPage.sent(request)) {
      respond(HttpResponseStatus.FORBIDDEN, ReportOutcome.OTHER_SITE, null);
    } else if (!OwnPage.isJson(request.fields())) {
      respond(HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE, ReportOutcome.MALFORMED, null);
    } else if (request.contentLength() > Limits.TIMING_REPORT_BYTES) {
      respond(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, ReportOutcome.TOO_LARGE, null);
    } else if (!timings.admits(exchange.clientAddress(), limits)) {
      respond(HttpResponseStatus.TOO_MANY_REQUESTS, ReportOutcome.RATE, null);
    } else if (end) {
      read();
    }
    return this;
  }

  @Override
  public void requestData(ByteBuf data, boolean end) {
    int bytes = data.readableBytes();
    boolean fits = bytes <= body.maxWritableBytes();
    if (fits) {
      body.writeBytes(data);
    }
    data.release();
    exchange.requestConsumed(bytes);
    if (!fits) {
      respond(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, ReportOutcome.TOO_LARGE, null);
    } else if (end) {
      read();
    }
  }

  @Override
  public void requestTrailers(Fields trailers) {
    read();
  }

  @Override
  public void sinkWritable() {}

  @Override
  public void cancel() {}

  private void read() {
    if (exchange.isEnded()) {
      return;
    }
    ReportOutcome outcome;
    String why = null;
    try {
      outcome =
          timings.receive(site(), exchange.request().fields(), body.array(), body.readableBytes());
    } catch (MalformedReportException e) {
      outcome = ReportOutcome.MALFORMED;
      why = e.getMessage();
    }
    respond(statusOf(outcome), outcome, why);
  }

  private String site() {
    Router router = exchange.account().snapshot().router();
    String host = exchange.connection().hostOf(exchange.request().authority());
    return router.siteName(host);
  }

  private static HttpResponseStatus statusOf(ReportOutcome outcome) {
    return switch (outcome) {
      case MALFORMED, ABSURD -> HttpResponseStatus.BAD_REQUEST;
      case FORGED, OTHER_SITE -> HttpResponseStatus.FORBIDDEN;
      case LATE -> HttpResponseStatus.GONE;
      default -> HttpResponseStatus.NO_CONTENT;
    };
  }

  private void respond(HttpResponseStatus status, ReportOutcome outcome, @Nullable String why) {
    if (exchange.isEnded()) {
      return;
    }
    // The thread that writes it counts one that is taken.
    if (outcome != ReportOutcome.TAKEN) {
      timings.count(outcome);
    }
    byte[] text = why == null ? new byte[0] : (why + "\n").getBytes(StandardCharsets.UTF_8);
    Fields fields = new Fields()
        .add(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
        .add(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(text.length));
    if (text.length > 0) {
      fields.add(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.TEXT_PLAIN);
    }
    exchange.head(new ResponseHead(status.code(), fields), text.length == 0);
    if (text.length > 0) {
      exchange.data(Unpooled.wrappedBuffer(text), true);
    }
    exchange.flush();
  }
}
