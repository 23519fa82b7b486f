package io.lychgate.gateway.observe.count;

/** Reasons why a request was not sent to its upstream. The client gets 503 with Retry-After. */
public enum UpstreamRefusal {
  QUEUE_FULL(
      "queue_full", UpstreamCount.REFUSED_QUEUE_FULL, "the most allowed requests already wait"),
  CLIENT_SHARE(
      "client_share",
      UpstreamCount.REFUSED_CLIENT_SHARE,
      "the most allowed requests of this client already wait"),
  WAIT_TOO_LONG(
      "wait_too_long",
      UpstreamCount.REFUSED_WAIT_TOO_LONG,
      "a connection is not expected to be free within connectTimeout"),
  TIMED_OUT(
      "timed_out", UpstreamCount.REFUSED_TIMED_OUT, "no connection was free within connectTimeout"),
  MAX_REQUESTS(
      "max_requests", UpstreamCount.REFUSED_MAX_REQUESTS, "maxRequests requests are in progress"),
  CONCURRENCY(
      "concurrency",
      UpstreamCount.REFUSED_CONCURRENCY,
      "the adaptive limit of requests is reached");

  private final String tag;
  private final UpstreamCount count;
  private final String sentence;

  UpstreamRefusal(String tag, UpstreamCount count, String sentence) {
    this.tag = tag;
    this.count = count;
    this.sentence = sentence;
  }

  public String tag() {
    return tag;
  }

  /** Returns the reason as a sentence for the log. */
  public String sentence() {
    return sentence;
  }

  public UpstreamCount count() {
    return count;
  }
}
