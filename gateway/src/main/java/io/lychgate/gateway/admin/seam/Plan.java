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
   * @param priority null if the order of its response is left to upstream, client and default
   */
  public record Candidate(
      String url,
      String as,
      Decision decision,
      @Nullable String reason,
      String sentence,
      @Nullable Rule rule,
      int tier,
      @Nullable Integer urgency,
      @Nullable Priority priority) {}

  /**
   * What the server's side says of the order of a response.
   *
   * @param urgency 0-7, or null if that is left open
   * @param incremental null if that is left open
   * @param reason token of the reason; null if it is only known when the response is there
   * @param sentence the same for a person
   * @param source the rule or the manifest's entry that decides; null without a reason
   * @param perhaps rules before it, in order, that may be for the response
   */
  public record Priority(
      @Nullable Integer urgency,
      @Nullable Boolean incremental,
      @Nullable String reason,
      String sentence,
      @Nullable String source,
      List<String> perhaps) {
    public Priority {
      perhaps = List.copyOf(perhaps);
    }
  }

  /**
   * The rule that made a candidate.
   *
   * @param index place in its manifest, from 0
   * @param match the pattern that matched
   */
  public record Rule(String manifest, int index, String match) {}
}
