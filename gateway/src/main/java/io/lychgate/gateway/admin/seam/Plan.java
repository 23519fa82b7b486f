package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.config.listener.Protocol;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of the push decision for a page request, with reasons.
 *
 * @param url the URL as the gateway parsed it
 * @param revision revision of the snapshot that decided
 * @param links values of the Link fields of the 103, in order; empty if none is sent
 * @param pushes promised paths, in order
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

  /** The decision on a candidate. */
  public enum Decision {
    PUSH,
    HINT,
    SKIP
  }

  /**
   * One resource that could be sent ahead.
   *
   * @param reason token of the reason; null for push and hint
   * @param sentence the decision with its reason as a sentence
   * @param rule the rule that made it; null for a candidate that no manifest names
   * @param priority priority by the manifest or the operator; null if upstream, client or default decide
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
   * The server-side priority of a response.
   *
   * @param urgency 0-7; null if not set
   * @param incremental null if not set
   * @param reason token of the reason; null if it depends on the response
   * @param sentence the decision with its reason as a sentence
   * @param source the rule or the entry of a manifest that decides; null without a reason
   * @param perhaps earlier rules, in order, that may match the response
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
