package io.lychgate.gateway.push.priority;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules that are in force for one host, in order: the first that is for a response decides. Immutable. */
public final class PriorityRules {
  public static final PriorityRules NONE = new PriorityRules(List.of());

  private final PriorityRule[] rules;

  public PriorityRules(List<PriorityRule> rules) {
    this.rules = rules.toArray(PriorityRule[]::new);
  }

  public boolean isEmpty() {
    return rules.length == 0;
  }

  /** The rule that decides on this response; null for none. */
  public @Nullable PriorityRule first(PrioritySubject subject) {
    for (PriorityRule rule : rules) {
      if (rule.match().fit(subject) == Fit.YES) {
        return rule;
      }
    }
    return null;
  }

  /**
   * What will decide on a response that is still to come.
   *
   * @param certain the rule that decides if none of the others does; null for none
   * @param perhaps rules before it that may be for the response, in order
   */
  public record Outlook(@Nullable PriorityRule certain, List<PriorityRule> perhaps) {
    public Outlook {
      perhaps = List.copyOf(perhaps);
    }
  }

  public Outlook outlook(PrioritySubject expected) {
    List<PriorityRule> perhaps = new ArrayList<>();
    for (PriorityRule rule : rules) {
      switch (rule.match().fit(expected)) {
        case YES -> {
          return new Outlook(rule, perhaps);
        }
        case OPEN -> perhaps.add(rule);
        case NO -> {}
      }
    }
    return new Outlook(null, perhaps);
  }
}
