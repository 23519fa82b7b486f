package io.lychgate.gateway.admin.publish;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.JsonBody;
import io.lychgate.gateway.publish.CanaryRules;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The wishes of a person for a publication.
 *
 * @param at null for at once
 * @param canary null for all nodes at once
 */
public record PublishWish(
    String comment, @Nullable Instant at, @Nullable CanaryWish canary) {
  private static final int MAX_COMMENT = 2000;
  private static final int MOST_MINUTES = 7 * 24 * 60;
  private static final Duration FARTHEST = Duration.ofDays(366);

  /**
   * The share of nodes that run it first.
   *
   * @param nodes null if {@code percent} counts
   */
  public record CanaryWish(
      @Nullable Integer nodes, int percent, Duration time, CanaryRules rules) {}

  /** Reads the body of a publication. */
  public static PublishWish read(JsonBody body) {
    String comment =
        Optional.ofNullable(body.optionalText("comment", MAX_COMMENT)).orElse("");
    String at = body.optionalText("at", 40);
    CanaryWish canary = body.optionalObject("canary", PublishWish::canary);
    if (at != null && canary != null) {
      throw body.invalid("canary", "beside at", "one of them");
    }
    return new PublishWish(comment, at == null ? null : time(body, at), canary);
  }

  private static Instant time(JsonBody body, String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw body.invalid("at", text, "a time such as 2030-01-31T08:00:00Z");
    }
  }

  private static CanaryWish canary(JsonBody body) {
    boolean hasNodes = body.has("nodes");
    if (hasNodes == body.has("share")) {
      throw body.invalid(
          "share", hasNodes ? "beside nodes" : "absent", "share in per cent, or a number of nodes");
    }
    int share = (int) body.number("share", 0, 1, 99);
    Integer nodes = hasNodes ? Integer.valueOf((int) body.number("nodes", 1, 1000)) : null;
    long minutes = body.number("minutes", 30, 1, MOST_MINUTES);
    CanaryRules defaults = CanaryRules.defaults();
    boolean promote = body.flag("promote", defaults.promote());
    CanaryRules rules = body.optionalObject(
        "guardrails",
        rails -> new CanaryRules(
            promote,
            (int) rails.number("serverErrors", defaults.serverErrors(), 0, 100),
            (int) rails.number("p95", defaults.p95(), 0, 10_000),
            (int) rails.number("waste", defaults.waste(), 0, 100),
            (int) rails.number("minRequests", defaults.minRequests(), 1, 1_000_000)));
    return new CanaryWish(
        nodes,
        share,
        Duration.ofMinutes(minutes),
        rules == null
            ? new CanaryRules(
                promote,
                defaults.serverErrors(),
                defaults.p95(),
                defaults.waste(),
                defaults.minRequests())
            : rules);
  }

  /** Checks the time of a scheduled publication against the clock of the store. */
  public static void checkTime(Instant at, Instant now) {
    if (!at.isAfter(now) || at.isAfter(now.plus(FARTHEST))) {
      throw Call.invalid(
          "at",
          at.toString(),
          "a time after " + now + " and within " + FARTHEST.toDays() + " days");
    }
  }
}
