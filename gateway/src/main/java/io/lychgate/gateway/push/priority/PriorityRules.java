package io.lychgate.gateway.push.priority;

import io.lychgate.gateway.config.check.Limits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The priority rules in force for one host, in order; the first that matches a response decides. Immutable. */
public final class PriorityRules {
  public static final PriorityRules NONE = new PriorityRules(List.of());

  private final PriorityRule[] rules;

  /** Longest path in characters on which regular expressions are tried. It limits their total cost. */
  private final int longestForRegex;

  public PriorityRules(List<PriorityRule> rules) {
    this.rules = rules.toArray(PriorityRule[]::new);
    int instructions = rules.stream()
        .map(rule -> rule.match().path())
        .mapToInt(path -> path == null ? 0 : path.programSize())
        .sum();
    longestForRegex = Limits.MAX_REGEX_STEPS_IN_ALL / Math.max(1, instructions);
  }

  public boolean isEmpty() {
    return rules.length == 0;
  }

  /** Returns the rule that decides on this response; null for none. */
  public @Nullable PriorityRule first(PrioritySubject subject) {
    subject.triesRegexUpTo(longestForRegex);
    for (PriorityRule rule : rules) {
      if (rule.match().fit(subject) == Fit.YES) {
        return rule;
      }
    }
    return null;
  }

  /**
   * The rules that will decide on a future response.
   *
   * @param certain the rule that decides if none of the others does; null for none
   * @param perhaps earlier rules that may match the response, in order
   */
  public record Outlook(@Nullable PriorityRule certain, List<PriorityRule> perhaps) {
    public Outlook {
      perhaps = List.copyOf(perhaps);
    }
  }

  public Outlook outlook(PrioritySubject expected) {
    expected.triesRegexUpTo(longestForRegex);
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
