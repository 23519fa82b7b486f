package io.lychgate.gateway.observe.timeline;

import java.util.Locale;

/**
 * Where a timeline is in its life.
 *
 * <pre>
 * a user asks -> WAITING -- a connection comes --> RECORDING -- it closes --> ENDED
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
