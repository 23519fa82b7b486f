package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.route.Router;
import io.netty.util.AsciiString;

/** Decides which requests may be served before the client's handshake is complete (RFC 8470 sections 3 and 5). */
public final class EarlyRequests {
  /** The only value of Early-Data (section 5.1). */
  static final AsciiString ONE = AsciiString.cached("1");

  private static final Verdict TOO_EARLY = new Verdict.Fail(
      new ExchangeFailure(ExchangeFailure.Kind.TOO_EARLY, "early-data: not taken by the route"));

  private EarlyRequests() {}

  /**
   * Returns true if a request that came as early data proceeds at once. All others wait until the handshake is complete; without
   * early data they would have waited as long.
   */
  public static boolean mayGoOn(
      ClientConnection connection, CharSequence method, CharSequence authority, CharSequence path) {
    if (!isSafe(method)) {
      return false;
    }
    Router router = connection.loop().snapshots().get().router();
    String host = connection.hostOf(authority);
    // Uses the route that will serve the request: another spelling of the path must not find a
    // laxer route.
    CharSequence normal = router.normalize(host, path);
    return router.takesEarlyData(host, method.toString(), ExchangePipeline.pathOf(normal));
  }

  /** Returns true for the safe methods of RFC 9110 section 9.2.1, without TRACE, which is not served. */
  private static boolean isSafe(CharSequence method) {
    return AsciiString.contentEquals(method, "GET")
        || AsciiString.contentEquals(method, "HEAD")
        || AsciiString.contentEquals(method, "OPTIONS");
  }

  /**
   * Refuses a request that a gateway in front of this one marked as early, and that this gateway would not have let proceed. Waiting for
   * this connection's own handshake does not help (section 5.2).
   */
  static RequestStep refusal(boolean takesEarlyData) {
    String summary = takesEarlyData
        ? "rejects requests with Early-Data: 1 and an unsafe method (425)"
        : "rejects requests with Early-Data: 1 (425)";
    return RequestStep.named(summary, (context, continuation) -> {
      RequestHead request = context.request();
      boolean isRefused = request.fields().contains(FieldNames.EARLY_DATA)
          && !(takesEarlyData && isSafe(request.method()));
      continuation.then(isRefused ? TOO_EARLY : Verdict.CONTINUE);
    });
  }
}
