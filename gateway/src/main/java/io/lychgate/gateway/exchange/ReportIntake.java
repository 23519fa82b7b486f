package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.policy.TimingsPolicy;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.timing.MalformedReportException;
import io.lychgate.gateway.timing.PageTimings;
import io.lychgate.gateway.timing.ReportOutcome;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the report of one page on its timings. Checks first that a page of the site sent it and that its network may, then reads its
 * bounded body, then its content. The client learns why a report is refused, but not that one is a replay.
 *
 * <p>A report that is refused by its head is read to its end, too: an early response would end a connection of HTTP/1.1, and a handshake
 * costs the gateway and the visitor more than the bounded body does.
 */
final class ReportIntake extends BodyIntake {
  private final PageTimings timings;
  private final String site;
  private final Map<String, TimingsPolicy> routes;
  private final int perMinute;

  private boolean isCounted;

  /** The reason for which the head is refused. */
  private @Nullable Refusal refusal;

  private record Refusal(HttpResponseStatus status, ReportOutcome outcome) {}

  /**
   * @param site the site to which the report is sent. One with the view id of another site is refused, so the limit of this one counts
   * @param routes the policies of its routes, by their ids
   * @param perMinute reports that one network may send to the site in a minute
   */
  ReportIntake(
      Exchange exchange,
      PageTimings timings,
      String site,
      Map<String, TimingsPolicy> routes,
      int perMinute) {
    super(exchange, Limits.TIMING_REPORT_BYTES);
    this.timings = timings;
    this.site = site;
    this.routes = routes;
    this.perMinute = perMinute;
  }

  @Override
  boolean admits() {
    if (isTooLong()) {
      refuseLength();
      return false;
    }
    refusal = refusal();
    return true;
  }

  private @Nullable Refusal refusal() {
    RequestHead request = exchange().request();
    if (!OwnPage.sent(request)) {
      return new Refusal(HttpResponseStatus.FORBIDDEN, ReportOutcome.OTHER_SITE);
    }
    if (!OwnPage.isJsonOrText(request.fields())) {
      return new Refusal(HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE, ReportOutcome.MALFORMED);
    }
    return timings.admits(exchange().clientAddress(), site, perMinute)
        ? null
        : new Refusal(HttpResponseStatus.TOO_MANY_REQUESTS, ReportOutcome.RATE);
  }

  @Override
  void refuseLength() {
    respond(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, ReportOutcome.TOO_LARGE, null);
  }

  @Override
  void read(byte[] content, int length) {
    if (refusal != null) {
      respond(refusal.status(), refusal.outcome(), null);
      return;
    }
    ReportOutcome outcome;
    String why = null;
    try {
      outcome = timings.receive(site, routes, exchange().request().fields(), content, length);
    } catch (MalformedReportException e) {
      outcome = ReportOutcome.MALFORMED;
      why = e.getMessage();
    }
    respond(statusOf(outcome), outcome, why);
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
    isCounted = true;
    respond(status, why);
  }

  @Override
  public void cancel() {
    if (!isCounted) {
      isCounted = true;
      timings.count(refusal == null ? ReportOutcome.CUT : refusal.outcome());
    }
  }
}
