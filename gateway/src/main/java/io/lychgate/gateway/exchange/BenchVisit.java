package io.lychgate.gateway.exchange;

import io.lychgate.gateway.bench.BenchDesk;
import io.lychgate.gateway.bench.BenchDesk.Session;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.experiment.Assigned;
import io.lychgate.gateway.http.RequestCookies;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Treatment;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request of a browser with a session of the bench page. It is in no experiment, and its connection ends after the response if the
 * session has chosen another protocol.
 */
final class BenchVisit {
  private final Exchange exchange;
  private final BenchDesk desk;
  private final Session session;

  private BenchVisit(Exchange exchange, BenchDesk desk, Session session) {
    this.exchange = exchange;
    this.desk = desk;
    this.session = session;
  }

  /** Returns the visit; null if the request has no cookie of a session of its site. */
  static @Nullable BenchVisit of(Exchange exchange, BenchDesk desk) {
    CharSequence cookie = RequestCookies.value(exchange.request().fields(), BenchDesk.COOKIE);
    Session session = cookie == null ? null : desk.session(exchange.account().siteName(), cookie);
    return session == null ? null : new BenchVisit(exchange, desk, session);
  }

  /**
   * Removes the cookie, so that it gets to no upstream, and uses the protocol of its session. Returns false if the request is of no
   * session.
   */
  static boolean follow(Exchange exchange) {
    BenchEndpoint bench = exchange.account().snapshot().bench();
    RequestHead request = exchange.request();
    if (bench == null || RequestCookies.value(request.fields(), BenchDesk.COOKIE) == null) {
      return false;
    }
    BenchVisit visit = of(exchange, bench.desk());
    RequestCookies.remove(request.fields(), BenchDesk.COOKIE);
    if (visit != null) {
      visit.useProtocol();
      visit.keepCold();
    }
    return visit != null;
  }

  /** Chooses what the next loads need. Returns false if too many sessions have chosen something. */
  boolean choose(BenchOrder order) {
    ExchangeClient sender = exchange.account().client();
    // Behind a proxy, the connections of the browser end at the proxy.
    InetAddress client = sender.chain() == null ? sender.inetAddress() : null;
    boolean isChosen = desk.choose(
        session,
        exchange.account().siteName(),
        client,
        client == null ? null : order.protocol(),
        order.clears());
    useProtocol();
    return isChosen;
  }

  private void useProtocol() {
    String wanted = desk.protocolOf(session);
    if (wanted == null) {
      return;
    }
    exchange
        .account()
        .assigned(new Assigned(
            List.of(),
            List.of(),
            new Treatment(wanted, null, null, null, null, null, null, null),
            0));
    if (!wanted.equals(name(exchange.connection().protocol()))) {
      exchange.connection().retire();
    }
  }

  /**
   * A cache in the memory of the page's process survives Clear-Site-Data, but keeps nothing with this field (RFC 9111 section 5.2.2.5). The
   * stored responses of the gateway do not have it.
   */
  private void keepCold() {
    if (desk.isCold(session)) {
      exchange.addToResponse(HttpHeaderNames.CACHE_CONTROL, "no-store");
    }
  }

  /** Returns the protocol of this request, and those of its listener, as JSON. */
  byte[] state() {
    String offers = exchange.connection().listener().protocols().stream()
        .map(each -> '"' + name(each) + '"')
        .sorted()
        .collect(Collectors.joining(","));
    boolean isDirect = exchange.account().client().chain() == null;
    return ("{\"protocol\":\"" + name(exchange.connection().protocol()) + "\",\"offers\":["
            + (isDirect ? offers : "") + "]}")
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static String name(Protocol protocol) {
    return switch (protocol) {
      case HTTP_1_1 -> "h1";
      case HTTP_2 -> "h2";
      case HTTP_3 -> "h3";
    };
  }
}
