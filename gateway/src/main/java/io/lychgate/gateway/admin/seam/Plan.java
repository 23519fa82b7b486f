package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.config.Protocol;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What would be sent for a page request, and why.
 *
 * @param url as it was understood
 * @param revision of the snapshot that decided
 * @param links values of the Link fields of the 103, in order; empty when none is sent
 * @param pushes paths promised, in order
 * @param notes sentences about the request as a whole
 */
public record Plan(
    String url,
    Protocol protocol,
    long revision,
    List<Candidate> candidates,
    List<String> links,
    List<String> pushes,
    List<String> setCookies,
    List<String> notes) {

  public Plan {
    candidates = List.copyOf(candidates);
    links = List.copyOf(links);
    pushes = List.copyOf(pushes);
    setCookies = List.copyOf(setCookies);
    notes = List.copyOf(notes);
  }

  /** What becomes of a candidate. */
  public enum Decision {
    PUSH,
    HINT,
    SKIP
  }

  /**
   * One resource that could be sent ahead.
   *
   * @param reason token of the reason; null for push and hint
   * @param sentence the same for a person
   * @param rule null for a candidate that no manifest names
   */
  public record Candidate(
      String url,
      String as,
      Decision decision,
      @Nullable String reason,
      String sentence,
      @Nullable Rule rule,
      int tier,
      @Nullable Integer urgency) {}

  /**
   * The rule that made a candidate.
   *
   * @param index place in its manifest, from 0
   * @param match the pattern that matched
   */
  public record Rule(String manifest, int index, String match) {}
}
