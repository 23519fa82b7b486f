package io.lychgate.gateway.publish;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * How a canary is judged, and how it ends.
 *
 * @param promote true if it is promoted when its time is over and no guardrail was passed
 * @param serverErrors guardrail: percentage points by which its share of 5xx responses may exceed that of the other nodes
 * @param p95 guardrail: per cent by which its 95th percentile of the time to the first byte may exceed that of the other nodes
 * @param waste guardrail: percentage points by which its share of wasted page views may exceed that of the other nodes
 * @param minRequests requests that a judgement needs
 */
public record CanaryRules(boolean promote, int serverErrors, int p95, int waste, int minRequests) {

  public static CanaryRules defaults() {
    return new CanaryRules(true, 1, 50, 20, 100);
  }

  public String json() {
    return JsonMapper.shared().writeValueAsString(this);
  }

  /** Reads the rules of a stored canary. Rules that a newer version wrote in another form count as the defaults. */
  public static CanaryRules of(String json) {
    try {
      return json.isEmpty() ? defaults() : JsonMapper.shared().readValue(json, CanaryRules.class);
    } catch (JacksonException e) {
      return defaults();
    }
  }
}
