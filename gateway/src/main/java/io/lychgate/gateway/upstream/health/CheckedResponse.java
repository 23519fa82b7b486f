package io.lychgate.gateway.upstream.health;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import org.jspecify.annotations.Nullable;

/** Judges the response to a check. It decides and does nothing. */
interface CheckedResponse {
  /** Judges the head. Returns null if the rest of the response decides. */
  @Nullable
  CheckResult head(ResponseHead head);

  /**
   * Judges the complete response.
   *
   * @param body its first bytes
   */
  CheckResult end(byte[] body, Fields trailers);
}
