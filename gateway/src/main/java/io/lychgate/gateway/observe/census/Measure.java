package io.lychgate.gateway.observe.census;

/**
 * A counter of a {@link Tally}. The column is its name in the store and the admin API and never changes. The ordinal is the index
 * in memory only.
 */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; the store uses the column.
public enum Measure {
  /** Milliseconds in which the gateway counted; only of the whole without protocol. */
  OBSERVED_MILLIS("observed_millis"),

  /** Connections that the kernel gave to the gateway, or QUIC handshakes that began; without protocol. */
  ACCEPTED("accepted"),
  /** Connections whose protocol was known. A site has those whose first request was for it. */
  OPENED("opened"),
  /** Open connections times milliseconds: divided by {@link #OBSERVED_MILLIS} it is the mean number of open connections. */
  OPEN_MILLIS("open_millis"),
  /** Requests in flight times milliseconds. */
  IN_FLIGHT_MILLIS("in_flight_millis"),
  /** Connections that a browser would have opened over HTTP/1.1; at least {@link #OPENED}. */
  H1_EQUIVALENT("h1_equivalent"),

  /** Ended connections by {@link CloseReason}. */
  CLOSED_BY_CLIENT("closed_by_client"),
  CLOSED_BY_RESET("closed_by_reset"),
  CLOSED_IDLE("closed_idle"),
  CLOSED_FOR_ERROR("closed_for_error"),
  CLOSED_FOR_LIMIT("closed_for_limit"),
  CLOSED_AFTER_RESPONSE("closed_after_response"),
  CLOSED_BY_DRAIN("closed_by_drain"),

  HANDSHAKES_FULL("handshakes_full"),
  HANDSHAKES_RESUMED("handshakes_resumed"),
  /** Resumed QUIC handshakes before whose end a request arrived (0-RTT). */
  HANDSHAKES_EARLY("handshakes_early"),
  /** CPU time of handshakes, also of those that failed over QUIC. */
  HANDSHAKE_NANOS("handshake_nanos"),
  /** Accepted connections that ended before their protocol was known, by {@link FailureReason}; without protocol. */
  FAILED_LEFT("failed_left"),
  FAILED_TLS("failed_tls"),
  FAILED_TIMEOUT("failed_timeout"),
  FAILED_REFUSED("failed_refused"),

  /** Requests of clients; without promised ones. */
  REQUESTS("requests"),
  /** Requests that are top-level navigations. */
  PAGE_VIEWS("page_views"),
  /** Whole responses with a status of 400 to 499. */
  CLIENT_ERRORS("client_errors"),
  /** Whole responses with a status of 500 to 599. */
  SERVER_ERRORS("server_errors"),
  /** Requests whose response did not leave as a whole: the client cancelled or left, or the response failed after its head. */
  ABORTED("aborted"),
  /** Bytes of request bodies and tunnels. */
  BYTES_IN("bytes_in"),
  /** Bytes of response bodies and tunnels. */
  BYTES_OUT("bytes_out"),

  /**
   * Size of header sections as HTTP/1.1 would send them, and as HPACK or QPACK coded them, of one message in 17; none of HTTP/1.1,
   * and none of HTTP/3 with a dynamic table.
   */
  FIELDS_IN_PLAIN("fields_in_plain"),
  FIELDS_IN_CODED("fields_in_coded"),
  FIELDS_OUT_PLAIN("fields_out_plain"),
  FIELDS_OUT_CODED("fields_out_coded"),

  SAMPLED_NANOS("sampled_nanos"),
  SAMPLED_REQUESTS("sampled_requests"),
  /** CPU time of the loops; only of the whole without protocol, as are the two that follow. */
  CPU_NANOS("cpu_nanos"),
  UPSTREAM_OPENED("upstream_opened"),
  UPSTREAM_REQUESTS("upstream_requests"),

  /** Page views by {@link BrowserFamily}. */
  VIEWS_CHROMIUM("views_chromium"),
  VIEWS_FIREFOX("views_firefox"),
  VIEWS_SAFARI("views_safari"),
  VIEWS_OTHER("views_other");

  private static final Measure[] ALL = values();

  public static final int COUNT = ALL.length;

  private final String column;

  Measure(String column) {
    this.column = column;
  }

  public String column() {
    return column;
  }

  public int index() {
    return ordinal();
  }

  public static Measure at(int index) {
    return ALL[index];
  }
}
