package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.listener.HealthConfig;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.observe.Readiness;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;

/**
 * The health probes of a listener with {@code health}. They precede routing and match every host, because probes name an address.
 */
public final class HealthEndpoint {
  private static final AsciiString TEXT = AsciiString.cached("text/plain; charset=utf-8");
  private static final AsciiString JSON = AsciiString.cached("application/json");
  private static final byte[] ALIVE = "ok\n".getBytes(StandardCharsets.US_ASCII);

  private final Readiness readiness;

  public HealthEndpoint(Readiness readiness) {
    this.readiness = readiness;
  }

  /** Returns true if the request is a probe. */
  static boolean isFor(HealthConfig config, RequestHead request) {
    return config.enabled()
        && (isAt(config.livenessPath(), request.path())
            || isAt(config.readinessPath(), request.path()));
  }

  void respond(Exchange exchange, HealthConfig config) {
    exchange.ahead().own();
    RequestHead request = exchange.request();
    boolean isGet = request.isMethod(HttpMethod.GET.asciiName());
    if (!isGet && !request.isMethod(HttpMethod.HEAD.asciiName())) {
      exchange.failWith(
          new ExchangeFailure(Kind.METHOD_NOT_ALLOWED, request.method() + " is not allowed"),
          new Fields().add(HttpHeaderNames.ALLOW, "GET, HEAD"));
      return;
    }
    boolean isLiveness = isAt(config.livenessPath(), request.path());
    byte[] body = isLiveness ? ALIVE : readiness.json();
    Fields fields = new Fields()
        .add(HttpHeaderNames.CONTENT_TYPE, isLiveness ? TEXT : JSON)
        .add(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length))
        .add(HttpHeaderNames.CACHE_CONTROL, "no-store");
    int status = isLiveness || readiness.isReady() ? 200 : 503;
    exchange.head(new ResponseHead(status, fields), !isGet);
    if (isGet) {
      exchange.data(Unpooled.wrappedBuffer(body), true);
    }
    exchange.flush();
  }

  private static boolean isAt(String own, CharSequence target) {
    int length = own.length();
    return target.length() >= length
        && AsciiString.regionMatches(own, false, 0, target, 0, length)
        && (target.length() == length || target.charAt(length) == '?');
  }
}
