package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.ledger.Beacon;
import io.lychgate.gateway.ledger.BeaconAllowance;
import io.lychgate.gateway.ledger.BeaconReader;
import io.lychgate.gateway.ledger.MalformedBeaconException;
import io.lychgate.gateway.ledger.PageViews;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.observe.count.BeaconOutcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Accepts one beacon. Checks first that a page of the site sent it, then reads its bounded body, then its content. A beacon is
 * rejected before its body arrives where possible. {@link OwnPage} keeps pages of other sites away.
 */
final class BeaconIntake implements Responder {
  private final Exchange exchange;

  /** Grows on the heap while the body arrives. */
  private final ByteBuf body = Unpooled.buffer(0, Limits.BEACON_BYTES);

  /** The allowance that this beacon occupies; null if it occupies none. */
  private @Nullable BeaconAllowance room;

  BeaconIntake(Exchange exchange) {
    this.exchange = exchange;
  }

  /** Begins with the request head. {@code end} is true if there is no body. */
  Responder begin(boolean end) {
    RequestHead request = exchange.request();
    PageViews views = exchange.account().client().pageViews();
    if (!OwnPage.sent(request)) {
      respond(HttpResponseStatus.FORBIDDEN, BeaconOutcome.FOREIGN);
    } else if (!OwnPage.isJson(request.fields())) {
      respond(HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE, BeaconOutcome.MALFORMED);
    } else if (request.contentLength() > Limits.BEACON_BYTES) {
      respond(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, BeaconOutcome.MALFORMED);
    } else if (views == null || !views.awaitsBeacon()) {
      respond(HttpResponseStatus.NO_CONTENT, BeaconOutcome.IDLE);
    } else if (!views.allowance().admits()) {
      respond(HttpResponseStatus.TOO_MANY_REQUESTS, BeaconOutcome.LIMITED);
    } else {
      room = views.allowance();
      if (end) {
        read();
      }
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
      respond(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE, BeaconOutcome.MALFORMED);
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
  public void cancel() {
    if (room != null) {
      room.gone();
      room = null;
    }
  }

  private void read() {
    if (exchange.isEnded()) {
      return;
    }
    PageViews views = exchange.account().client().pageViews();
    try {
      Beacon beacon = BeaconReader.read(body.array(), body.readableBytes());
      respond(
          HttpResponseStatus.NO_CONTENT,
          views == null
              ? BeaconOutcome.IDLE
              : views.reported(exchange.request().authority(), beacon));
    } catch (MalformedBeaconException e) {
      respond(HttpResponseStatus.BAD_REQUEST, BeaconOutcome.MALFORMED, e.getMessage());
    }
  }

  private void respond(HttpResponseStatus status, BeaconOutcome outcome) {
    respond(status, outcome, null);
  }

  private void respond(HttpResponseStatus status, BeaconOutcome outcome, @Nullable String why) {
    if (exchange.isEnded()) {
      return;
    }
    cancel();
    exchange.account().loop().observer().beacon(outcome);
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
