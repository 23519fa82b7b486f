package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.RouteAction;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.route.RouteMatch;
import io.lychgate.gateway.route.Router;
import io.netty.util.AsciiString;

/** Which requests may be served before their client's handshake is over (RFC 8470 section 3, 5). */
public final class EarlyRequests {
  /** The one value of Early-Data (section 5.1). */
  static final AsciiString ONE = AsciiString.cached("1");

  private EarlyRequests() {}

  /**
   * Whether a request that came as early data goes on at once. All others wait, which costs them nothing that they would not
   * have paid without early data.
   */
  public static boolean mayGoOn(
      ClientConnection connection, CharSequence method, CharSequence authority, CharSequence path) {
    if (!isSafe(method)) {
      return false;
    }
    Router router = connection.loop().snapshots().get().router();
    String host = connection.hostOf(authority);
    // The route that will serve it: another spelling of the path must not find a laxer one.
    CharSequence normal = router.normalize(host, path);
    RouteMatch match = router.match(host, method.toString(), ExchangePipeline.pathOf(normal));
    return match instanceof RouteMatch.Found found && found.route().config().earlyData();
  }

  /** RFC 9110 section 9.2.1, without TRACE, which is not served. */
  private static boolean isSafe(CharSequence method) {
    return AsciiString.contentEquals(method, "GET")
        || AsciiString.contentEquals(method, "HEAD")
        || AsciiString.contentEquals(method, "OPTIONS");
  }

  /**
   * A gateway before us says that the request came early, and it is one that we would not have let go on: to wait for our
   * own client's handshake does not help (section 5.2).
   */
  static boolean isRefused(RequestHead request, Route route) {
    return request.fields().contains(FieldNames.EARLY_DATA)
        && !(route.config().earlyData() && isSafe(request.method()))
        && route.config().action() instanceof RouteAction.ProxyAction;
  }
}
