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
  OPENED("opened"),
  /** Open connections times milliseconds: divided by {@link #OBSERVED_MILLIS} it is the mean number of open connections. */
  OPEN_MILLIS("open_millis"),
  /** Requests in flight times milliseconds. */
  IN_FLIGHT_MILLIS("in_flight_millis"),
  H1_EQUIVALENT("h1_equivalent"),

  CLOSED_BY_CLIENT("closed_by_client"),
  CLOSED_BY_RESET("closed_by_reset"),
  CLOSED_IDLE("closed_idle"),
  CLOSED_FOR_ERROR("closed_for_error"),
  CLOSED_FOR_LIMIT("closed_for_limit"),
  CLOSED_AFTER_RESPONSE("closed_after_response"),
  CLOSED_BY_DRAIN("closed_by_drain"),

  HANDSHAKES_FULL("handshakes_full"),
  HANDSHAKES_RESUMED("handshakes_resumed"),
  HANDSHAKES_EARLY("handshakes_early"),
  HANDSHAKE_NANOS("handshake_nanos"),
  /** Handshakes that the client left; without protocol, as all that failed. */
  FAILED_LEFT("failed_left"),
  FAILED_TLS("failed_tls"),
  FAILED_TIMEOUT("failed_timeout"),
  FAILED_REFUSED("failed_refused"),

  REQUESTS("requests"),
  PAGE_VIEWS("page_views"),
  CLIENT_ERRORS("client_errors"),
  SERVER_ERRORS("server_errors"),
  ABORTED("aborted"),
  BYTES_IN("bytes_in"),
  BYTES_OUT("bytes_out"),

  /** Size of header sections as HTTP/1.1 would send them, and as HPACK or QPACK coded them, of sampled messages. */
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
