package io.lychgate.gateway.push.explain;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan in words, for an operator who asks what would be sent.
 *
 * @param links values of the 103's Link fields, in order; empty when no 103 is sent
 * @param pushes paths promised, in order
 * @param setCookie the Set-Cookie value of the page's response, or null
 * @param notes sentences on the request as a whole
 */
public record PlanExplanation(
    List<Candidate> candidates,
    List<String> links,
    List<String> pushes,
    @Nullable String setCookie,
    List<String> notes) {

  /**
   * One candidate and its decision.
   *
   * @param decision {@code push}, {@code hint} or {@code skip}
   * @param reason token of the reason; null for push and hint
   * @param sentence the decision in words
   * @param manifest the manifest that names the candidate; null if a Link field did
   * @param ruleIndex place of the rule in its manifest, -1 without one
   * @param match the rule's pattern; null without one
   * @param urgency 0-7, or null if the manifest gives none
   * @param priority priority stated by the server side; null if upstream, client and default decide
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
   * Priority that the server side states for a response.
   *
   * @param urgency 0-7, or null if that is left open
   * @param incremental null if that is left open
   * @param reason token of the reason; null if it is known only once the response arrives
   * @param source the rule or the entry that decides; null without a reason
   * @param perhaps earlier rules, in order, that may apply to the response
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
