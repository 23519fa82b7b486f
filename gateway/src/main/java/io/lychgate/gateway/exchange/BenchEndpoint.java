package io.lychgate.gateway.exchange;

import io.lychgate.gateway.bench.BenchDesk;
import io.lychgate.gateway.bench.BenchPage;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The bench page of sites. Everything but the page that exchanges the token of a link needs the cookie of a session; without it, there is
 * no such path. Built once for each snapshot in which a site has the page.
 */
public final class BenchEndpoint implements SiteEndpoint {
  private static final AsciiString PATH = AsciiString.cached(BenchPage.PATH);
  private static final AsciiString HTML = AsciiString.cached("text/html; charset=utf-8");
  private static final AsciiString NO_SNIFF_NAME = AsciiString.cached("x-content-type-options");
  private static final AsciiString NO_SNIFF = AsciiString.cached("nosniff");
  private static final AsciiString POLICY = AsciiString.cached("content-security-policy");
  private static final AsciiString REFERRER = AsciiString.cached("referrer-policy");
  private static final AsciiString CLEAR_SITE_DATA = AsciiString.cached("clear-site-data");

  private final BenchDesk desk;
  private final BenchPage bench = BenchPage.bench();
  private final BenchPage enter = BenchPage.enter();

  private BenchEndpoint(BenchDesk desk) {
    this.desk = desk;
  }

  /** Returns the endpoint; null if no site has the page. */
  public static @Nullable BenchEndpoint of(GatewayConfig config, BenchDesk desk) {
    return isUsedBy(config) ? new BenchEndpoint(desk) : null;
  }

  /** Returns true if a site has the page. */
  public static boolean isUsedBy(GatewayConfig config) {
    return config.sites().stream().anyMatch(SiteConfig::hasBench);
  }

  /** Returns the sessions. */
  public BenchDesk desk() {
    return desk;
  }

  @Override
  public boolean isFor(RequestHead request) {
    CharSequence path = request.path();
    int length = PATH.length();
    return AsciiString.regionMatches(PATH, false, 0, path, 0, length)
        && (path.length() == length || path.charAt(length) == '?' || path.charAt(length) == '/');
  }

  @Override
  public boolean isOn(SiteConfig site) {
    return site.hasBench();
  }

  @Override
  public Responder respond(Exchange exchange, boolean end) {
    exchange.ahead().own();
    RequestHead request = exchange.request();
    String path = ExchangePipeline.pathOf(request.path()).toString();
    boolean isPost = request.isMethod(HttpMethod.POST.asciiName());
    boolean isRead = request.isMethod(HttpMethod.GET.asciiName())
        || request.isMethod(HttpMethod.HEAD.asciiName());
    // Browsers keep a cookie with this prefix only if it came over TLS.
    if (!request.isSecure()) {
      absent(exchange);
    } else if (path.equals(BenchPage.PATH + "/enter") && isRead) {
      page(exchange, enter);
    } else if (path.equals(BenchPage.PATH + "/session") && isPost && OwnPage.sent(request)) {
      return new BenchIntake(exchange, text -> redeem(exchange, text)).begin(end);
    } else {
      BenchVisit visit = BenchVisit.of(exchange, desk);
      if (visit == null) {
        absent(exchange);
      } else if (path.equals(BenchPage.PATH) && isRead) {
        page(exchange, bench);
      } else if (path.equals(BenchPage.PATH + "/next") && isPost && OwnPage.sent(request)) {
        return new BenchIntake(exchange, text -> next(exchange, visit, text)).begin(end);
      } else {
        absent(exchange);
      }
    }
    return NoResponder.INSTANCE;
  }

  private static void absent(Exchange exchange) {
    exchange.fail(new ExchangeFailure(Kind.NO_ROUTE, "no route has the path"));
  }

  private static Fields fields(AsciiString type, byte[] body) {
    return new Fields()
        .add(HttpHeaderNames.CONTENT_TYPE, type)
        .add(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length))
        .add(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
        .add(NO_SNIFF_NAME, NO_SNIFF);
  }

  private static void send(
      Exchange exchange, HttpResponseStatus status, Fields fields, byte[] body) {
    boolean isHead = exchange.request().isMethod(HttpMethod.HEAD.asciiName());
    exchange.head(new ResponseHead(status.code(), fields), isHead || body.length == 0);
    if (!isHead && body.length > 0) {
      exchange.data(Unpooled.wrappedBuffer(body), true);
    }
    exchange.flush();
  }

  private static void page(Exchange exchange, BenchPage page) {
    byte[] body = page.content();
    send(
        exchange,
        HttpResponseStatus.OK,
        fields(HTML, body).add(POLICY, page.policy()).add(REFERRER, "no-referrer"),
        body);
  }

  private void redeem(Exchange exchange, String token) {
    String cookie = desk.redeem(exchange.account().siteName(), token);
    if (cookie == null) {
      absent(exchange);
      return;
    }
    byte[] body = "{}".getBytes(StandardCharsets.US_ASCII);
    send(
        exchange,
        HttpResponseStatus.OK,
        fields(HttpHeaderValues.APPLICATION_JSON, body)
            .add(
                FieldNames.SET_COOKIE,
                BenchDesk.COOKIE + "=" + cookie + "; Path=/; Max-Age="
                    + BenchDesk.SESSION_LIFETIME.toSeconds()
                    + "; HttpOnly; Secure; SameSite=Strict"),
        body);
  }

  /** Prepares the next load: {@code keep} or {@code clear} the cache, and the protocol, such as {@code h2}, or {@code any}. */
  private void next(Exchange exchange, BenchVisit visit, String text) {
    BenchOrder order = BenchOrder.of(text);
    byte[] body;
    HttpResponseStatus status = HttpResponseStatus.OK;
    if (order == null) {
      status = HttpResponseStatus.BAD_REQUEST;
      body = json("problem", "order: not one (expected: keep or clear, then any, h1, h2 or h3)");
    } else if (visit.choose(order)) {
      body = visit.state();
    } else {
      status = HttpResponseStatus.SERVICE_UNAVAILABLE;
      body = json("problem", "Too many people measure now. Try again in two minutes.");
    }
    Fields fields = fields(HttpHeaderValues.APPLICATION_JSON, body);
    if (order != null && order.clears()) {
      fields.add(CLEAR_SITE_DATA, "\"cache\"");
    }
    send(exchange, status, fields, body);
  }

  private static byte[] json(String name, String value) {
    return ("{\"" + name + "\":\"" + value + "\"}").getBytes(StandardCharsets.UTF_8);
  }
}
