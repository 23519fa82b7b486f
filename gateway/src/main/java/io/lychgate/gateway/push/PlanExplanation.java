package io.lychgate.gateway.push;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan in words, for a person who asks what would be sent.
 *
 * @param links values of the 103's Link fields, in order; empty when no 103 is sent
 * @param pushes paths promised, in order
 * @param setCookie of the page's response, or null
 * @param notes sentences on the request as a whole
 */
public record PlanExplanation(
    List<Candidate> candidates,
    List<String> links,
    List<String> pushes,
    @Nullable String setCookie,
    List<String> notes) {

  /**
   * One candidate and what becomes of it.
   *
   * @param decision {@code push}, {@code hint} or {@code skip}
   * @param reason token of the reason; null for push and hint
   * @param sentence the same for a person
   * @param manifest that named it; null if a Link field did
   * @param ruleIndex place of the rule in its manifest, -1 without one
   * @param match the rule's pattern; null without one
   * @param urgency 0-7, or null if the manifest gives none
   * @param priority who decides on the order of its response; null if that is left to upstream, client and default
   */
  public record Candidate(
      String url,
      String as,
      String decision,
      @Nullable String reason,
      String sentence,
      @Nullable String manifest,
      int ruleIndex,
      @Nullable String match,
      int tier,
      @Nullable Integer urgency,
      @Nullable Priority priority) {}

  /**
   * What the server's side says of the order of a response.
   *
   * @param urgency 0-7, or null if that is left open
   * @param incremental null if that is left open
   * @param reason token of the reason; null if it is only known when the response is there
   * @param source the rule or the entry that decides; null without a reason
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

  public PlanExplanation {
    candidates = List.copyOf(candidates);
    links = List.copyOf(links);
    pushes = List.copyOf(pushes);
    notes = List.copyOf(notes);
  }
}
