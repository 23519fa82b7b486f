package io.lychgate.casper;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The decision on a candidate. All values are constants, so {@code ==} compares them. */
public sealed interface PushDecision {
  /** Promise it on this connection (RFC 9113 8.4). */
  enum Push implements PushDecision {
    PUSH
  }

  /** Name it in the 103 (RFC 8297). */
  enum Hint implements PushDecision {
    HINT
  }

  /** Send nothing, for this reason. */
  record Skip(SkipReason reason) implements PushDecision {
    /** One per reason, so that deciding allocates nothing. */
    private static final Map<SkipReason, Skip> BY_REASON = new EnumMap<>(SkipReason.class);

    static {
      for (SkipReason reason : SkipReason.values()) {
        BY_REASON.put(reason, new Skip(reason));
      }
    }

    static Skip of(SkipReason reason) {
      return Objects.requireNonNull(BY_REASON.get(reason));
    }
  }

  /** Returns the decision to skip for this reason. */
  static PushDecision skip(SkipReason reason) {
    return Skip.of(reason);
  }

  default boolean isSkip() {
    return this instanceof Skip;
  }

  /** Returns {@code push}, {@code hint}, or the token of the reason. */
  default String token() {
    if (this instanceof Skip skip) {
      return skip.reason().token();
    }
    return this == Push.PUSH ? "push" : "hint";
  }
}
