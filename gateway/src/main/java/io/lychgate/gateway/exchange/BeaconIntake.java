package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.ledger.Beacon;
import io.lychgate.gateway.ledger.BeaconAllowance;
import io.lychgate.gateway.ledger.BeaconReader;
import io.lychgate.gateway.ledger.MalformedBeaconException;
import io.lychgate.gateway.ledger.PageViews;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.count.BeaconOutcome;
import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;

/**
 * Accepts one beacon. Checks first that a page of the site sent it, then reads its bounded body, then its content. {@link OwnPage}
 * keeps pages of other sites away.
 */
final class BeaconIntake extends BodyIntake {
  /** The allowance that this beacon occupies; null if it occupies none. */
  private @Nullable BeaconAllowance room;

  BeaconIntake(Exchange exchange) {
    super(exchange, Limits.BEACON_BYTES);
  }

  @Override
  boolean admits() {
    RequestHead request = exchange().request();
    PageViews views = views();
    if (!OwnPage.sent(request)) {
      respond(HttpResponseStatus.FORBIDDEN, BeaconOutcome.FOREIGN, null);
    } else if (!OwnPage.isJson(request.fields())) {
      respond(HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE, BeaconOutcome.MALFORMED, null);
    } else if (isTooLong()) {
      refuseLength();
    } else if (views == null || !views.awaitsBeacon()) {
      respond(HttpResponseStatus.NO_CONTENT, BeaconOutcome.IDLE, null);
    } else if (!views.allowance().admits()) {
      respond(HttpResponseStatus.TOO_MANY_REQUESTS, BeaconOutcome.LIMITED, null);
    } else {
      room = views.allowance();
      return true;
    }
    return false;
  }

  private @Nullable PageViews views() {
    return exchange().account().client().pageViews();
  }

  @Override
  void refuseLength() {
    respond(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, BeaconOutcome.MALFORMED, null);
  }

  @Override
  public void cancel() {
    if (room != null) {
      room.gone();
      room = null;
    }
  }

  @Override
  void read(byte[] content, int length) {
    PageViews views = views();
    try {
      Beacon beacon = BeaconReader.read(content, length);
      BeaconOutcome outcome = views == null
          ? BeaconOutcome.IDLE
          : views.reported(exchange().request().authority(), beacon);
      respond(HttpResponseStatus.NO_CONTENT, outcome, null);
    } catch (MalformedBeaconException e) {
      respond(HttpResponseStatus.BAD_REQUEST, BeaconOutcome.MALFORMED, e.getMessage());
    }
  }

  private void respond(HttpResponseStatus status, BeaconOutcome outcome, @Nullable String why) {
    if (!exchange().isEnded()) {
      cancel();
      exchange().account().loop().observer().beacon(outcome);
      respond(status, why);
    }
  }
}
