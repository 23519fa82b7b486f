package io.lychgate.gateway.message;

import org.jspecify.annotations.Nullable;

/** Changes responses of a route. One object serves all exchanges of a snapshot on all loops. Event loop only. */
public interface ResponseFilter {
  /**
   * Returns the sink that the responder, or the filter closer to it, writes to. It passes the response on to {@code next}. Null if this
   * exchange needs no change: then nothing is allocated. Called before the responder reads the request.
   */
  @Nullable
  ForwardingSink wrap(RequestContext context, ResponseSink next);

  /**
   * Edits the head of a failure of the gateway itself, which does not pass through the sink of this filter. Such a response goes to a
   * client that may not be authorized.
   */
  default void editFailure(RequestContext context, ResponseHead head) {}

  /** Returns the filter as operators see it, in a few words. */
  default String summary() {
    return getClass().isHidden() ? "filter" : getClass().getSimpleName();
  }
}
