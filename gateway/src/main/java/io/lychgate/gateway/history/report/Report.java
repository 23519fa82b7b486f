package io.lychgate.gateway.history.report;

import com.fasterxml.jackson.annotation.JsonValue;
import io.lychgate.gateway.history.HistoryEvent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of the time before and after an event, or the reason why there is none. The components are those of the admin API.
 *
 * @param id null until the report is stored
 * @param author name of the user who asked; empty until the report is stored
 * @param basis null if refused, as are {@code blockSeconds}, {@code windows} and {@code counterfactual}
 * @param excluded blocks that were not compared, by reason
 * @param figures empty if refused
 * @param refused null if there is an answer
 */
public record Report(
    @Nullable String id,
    String author,
    Instant createdAt,
    String title,
    Question question,
    @Nullable ReportBasis basis,
    @Nullable Long blockSeconds,
    @Nullable Windows windows,
    List<Excluded> excluded,
    List<Figure> figures,
    @Nullable Counterfactual counterfactual,
    List<Confounder> confounders,
    String conclusion,
    @Nullable Refusal refused) {

  public Report {
    excluded = List.copyOf(excluded);
    figures = List.copyOf(figures);
    confounders = List.copyOf(confounders);
  }

  /** Returns this report with its id, or null for a refusal, which is not stored, and the name of the user who asked. */
  public Report stored(@Nullable String newId, String newAuthor) {
    return new Report(
        newId,
        newAuthor,
        createdAt,
        title,
        question,
        basis,
        blockSeconds,
        windows,
        excluded,
        figures,
        counterfactual,
        confounders,
        conclusion,
        refused);
  }

  /**
   * The question, as far as the answer depends on it.
   *
   * @param event a copy
   * @param site null for all traffic
   * @param days greatest length of each window
   */
  public record Question(
      Instant at, @Nullable Event event, @Nullable String site, String zone, long days) {
    static Question of(ReportQuestion question) {
      return new Question(
          question.at(),
          question.event() == null ? null : Event.of(question.event()),
          emptyToNull(question.site()),
          question.zone().getId(),
          question.longest().toDays());
    }
  }

  /** An event as it was when the report was made. */
  public record Event(
      String id,
      Instant at,
      @Nullable String node,
      String kind,
      @Nullable String subject,
      String text,
      String author) {
    static Event of(HistoryEvent event) {
      return new Event(
          event.id(),
          event.at(),
          emptyToNull(event.node()),
          event.kind().token(),
          emptyToNull(event.subject()),
          event.text(),
          event.author());
    }
  }

  public record Windows(Window before, Window after) {}

  /**
   * One side of the comparison.
   *
   * @param blocks compared blocks; requests and page views are theirs
   */
  public record Window(Instant from, Instant to, int blocks, long requests, long pageViews) {}

  public record Excluded(String reason, int blocks) {}

  /**
   * One figure of both windows.
   *
   * @param per {@code 1000-page-views}, {@code 1000-requests}, {@code connection}; null for shares and quantiles
   * @param change relative change: −0.83 is 83 % less; null if {@code before} is 0 or absent
   * @param low lower end of the 95 % interval of the change; null if there is none
   * @param verdict null if there is no interval
   * @param missing the data that the figure or its interval lacks
   */
  public record Figure(
      String id,
      String label,
      @Nullable String per,
      String unit,
      @Nullable Double before,
      @Nullable Double after,
      @Nullable Double change,
      @Nullable Double low,
      @Nullable Double high,
      @Nullable Verdict verdict,
      boolean primary,
      @Nullable String missing) {}

  /** The direction of a change that chance does not explain. */
  public enum Verdict {
    FELL("fell"),
    ROSE("rose"),
    NONE_SHOWN("none-shown");

    private final String token;

    Verdict(String token) {
      this.token = token;
    }

    /** Returns its name in the store and the admin API. */
    @JsonValue
    public String token() {
      return token;
    }
  }

  /**
   * Connections that HTTP/1.1 would have needed, by two ways, after the event.
   *
   * @param estimate connections for the traffic of HTTP/2 and HTTP/3
   * @param measured connections of the visitors who used HTTP/1.1
   * @param apart {@code estimate / measured - 1}
   * @param missing the data that is lacking if one of them is null
   * @param measuredBefore connections of the visitors who used HTTP/1.1 before the event; null if there were few
   * @param apartBefore {@code estimate / measuredBefore - 1}
   */
  public record Counterfactual(
      String per,
      @Nullable Double estimate,
      @Nullable Double measured,
      @Nullable Double apart,
      @Nullable String missing,
      @Nullable Double measuredBefore,
      @Nullable Double apartBefore) {}

  /**
   * Another change that may explain a difference.
   *
   * @param size relative change or share; null if it has no size
   */
  public record Confounder(
      String kind, String text, @Nullable Double size) {}

  /**
   * The reason why there is no answer.
   *
   * @param askAgainAt earliest moment to ask again; null if that cannot help
   */
  public record Refusal(
      RefusalReason reason,
      String text,
      List<Missing> missing,
      @Nullable Instant askAgainAt) {
    public Refusal {
      missing = List.copyOf(missing);
    }
  }

  /** Something of which there is too little. */
  public record Missing(String what, long have, long needed) {}

  /** The kind of a {@link Refusal}. */
  public enum RefusalReason {
    TOO_THIN("too-thin"),
    IN_THE_FUTURE("in-the-future"),
    BEFORE_FIRST_DATA("before-first-data"),
    BEYOND_RETENTION("beyond-retention"),
    NO_DATA("no-data");

    private final String token;

    RefusalReason(String token) {
      this.token = token;
    }

    /** Returns its name in the store and the admin API. */
    @JsonValue
    public String token() {
      return token;
    }
  }

  private static @Nullable String emptyToNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
