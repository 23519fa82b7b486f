package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.policy.TimingsPolicy;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.route.Router;
import io.lychgate.gateway.timing.MalformedReportException;
import io.lychgate.gateway.timing.PageTimings;
import io.lychgate.gateway.timing.ReportOutcome;
import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the report of one page on its timings. Checks first that a page of the site sent it and that its network may, then reads its
 * bounded body, then its content. The client learns why a report is refused, but not that one is a replay.
 */
final class ReportIntake extends BodyIntake {
  private final PageTimings timings;
  private final TimingsPolicy limits;

  ReportIntake(Exchange exchange, PageTimings timings, TimingsPolicy limits) {
    super(exchange, Limits.TIMING_REPORT_BYTES);
    this.timings = timings;
    this.limits = limits;
  }

  @Override
  boolean admits() {
    RequestHead request = exchange().request();
    if (!OwnPage.sent(request)) {
      respond(HttpResponseStatus.FORBIDDEN, ReportOutcome.OTHER_SITE, null);
    } else if (!OwnPage.isJson(request.fields())) {
      respond(HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE, ReportOutcome.MALFORMED, null);
    } else if (isTooLong()) {
      refuseLength();
    } else if (!timings.admits(exchange().clientAddress(), limits)) {
      respond(HttpResponseStatus.TOO_MANY_REQUESTS, ReportOutcome.RATE, null);
    } else {
      return true;
    }
    return false;
  }

  @Override
  void refuseLength() {
    respond(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, ReportOutcome.TOO_LARGE, null);
  }

  @Override
  void read(byte[] content, int length) {
    ReportOutcome outcome;
    String why = null;
    try {
      outcome = timings.receive(site(), exchange().request().fields(), content, length);
    } catch (MalformedReportException e) {
      outcome = ReportOutcome.MALFORMED;
      why = e.getMessage();
    }
    respond(statusOf(outcome), outcome, why);
  }

  private String site() {
    Router router = exchange().account().snapshot().router();
    return router.siteName(exchange().connection().hostOf(exchange().request().authority()));
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
    if (exchange().isEnded()) {
      return;
    }
    // The thread that writes it counts one that is taken.
    if (outcome != ReportOutcome.TAKEN) {
      timings.count(outcome);
    }
    respond(status, why);
  }
}
