package io.lychgate.gateway.timing;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The text of a lane in the store. */
public final class LaneText {
  private LaneText() {}

  static String of(Object lane) {
    return JsonMapper.shared().writeValueAsString(lane);
  }

  /** Returns the browser's lane; null for none. */
  public static @Nullable BrowserLane browser(@Nullable String text) {
    return text == null ? null : JsonMapper.shared().readValue(text, BrowserLane.class);
  }

  /** Returns the gateway's lane; null for none. */
  public static @Nullable GatewayLane gateway(@Nullable String text) {
    return text == null ? null : JsonMapper.shared().readValue(text, GatewayLane.class);
  }
}
