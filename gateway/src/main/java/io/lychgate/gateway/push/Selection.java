package io.lychgate.gateway.push;

import io.lychgate.gateway.condition.RequestView;
import io.lychgate.gateway.condition.RuleBudget;
import io.lychgate.gateway.config.pattern.PathIndex;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.message.RequestHead;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The lookup of the rules for one request. One per planner, reused for each request. Values that only conditions need are computed
 * at first use.
 */
public final class Selection implements PathIndex.Gate {
  private final InstantSource clock;
  private final boolean explained;
  private final RuleBudget budget = new RuleBudget();
  private @Nullable RequestHead request;
  private @Nullable RequestView view;
  private @Nullable Instant time;

  /** @param explained true if the plan must also contain the excluded entries with their reasons */
  public Selection(InstantSource clock, boolean explained) {
    this.clock = clock;
    this.explained = explained;
  }

  Selection of(RequestHead next) {
    request = next;
    view = null;
    time = null;
    budget.reset();
    return this;
  }

  /** Spends the steps of a regular expression from the budget of the request. */
  @Override
  public boolean admits(PathPattern regex, int length) {
    return budget.spend((long) regex.programSize() * length);
  }

  RequestHead request() {
    RequestHead asked = request;
    if (asked == null) {
      throw new IllegalStateException("request: none (expected: of() first)");
    }
    return asked;
  }

  boolean isExplained() {
    return explained;
  }

  RequestView view() {
    RequestView made = view;
    if (made == null) {
      made = new RequestView(request(), budget);
      view = made;
    }
    return made;
  }

  Instant time() {
    Instant now = time;
    if (now == null) {
      now = clock.instant();
      time = now;
    }
    return now;
  }

  /** Releases the request. */
  void clear() {
    request = null;
    view = null;
  }
}
