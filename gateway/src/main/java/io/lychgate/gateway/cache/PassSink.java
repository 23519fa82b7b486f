package io.lychgate.gateway.cache;

import io.lychgate.gateway.cache.CacheStatus.Forward;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;

/** Passes on a response that the cache does not store. */
class PassSink extends ForwardingSink {
  private final ResponseCache cache;
  private final Forward why;

  PassSink(ResponseCache cache, ResponseSink next, Forward why) {
    super(next);
    this.cache = cache;
    this.why = why;
  }

  @Override
  public void head(ResponseHead head, boolean end) {
    head.fields().remove(cache.tagField());
    CacheStatus.forwarded(head.fields(), why);
    next().head(head, end);
  }

  /**
   * Invalidates stored responses if a request with an unsafe or unknown method succeeds (RFC 9111 section 4.4): that of its URL, and
   * those that the response names on the same host.
   */
  static final class Unsafe extends PassSink {
    private final ResponseCache invalidated;
    private final String url;

    Unsafe(ResponseCache cache, ResponseSink next, String url) {
      super(cache, next, Forward.METHOD);
      this.invalidated = cache;
      this.url = url;
    }

    @Override
    public void head(ResponseHead head, boolean end) {
      if (head.status() >= 200 && head.status() < 400) {
        invalidated.invalidate(url, head.fields());
      }
      super.head(head, end);
    }
  }
}
