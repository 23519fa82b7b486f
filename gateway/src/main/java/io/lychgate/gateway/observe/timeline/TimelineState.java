package io.lychgate.gateway.observe.timeline;

import java.util.Locale;

/**
 * The state of a timeline.
 *
 * <pre>
 * a user asks -> WAITING -- one matches --> RECORDING -- it closes --> ENDED
 *                     \-- none comes in time --> EXPIRED
 * a sample begins with RECORDING
 * </pre>
 */
public enum TimelineState {
  WAITING,
  RECORDING,
  ENDED,
  EXPIRED;

  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }
}
