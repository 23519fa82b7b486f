package io.lychgate.gateway.experiment.analysis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Page views as rows of CSV (RFC 4180), for an analysis by other programs. Unit and cluster are hexadecimal numbers, because
 * spreadsheets and JSON round 64-bit numbers.
 */
public final class ObservationCsv {
  /** A spreadsheet takes a text that starts with one of these for a formula. */
  private static final String FORMULA_STARTS = "=+-@\t\r\n＝＋－＠";

  private ObservationCsv() {}

  /** Returns the names of the columns. */
  public static List<String> columns() {
    List<String> columns = new ArrayList<>(List.of(
        "period", "arm", "unit", "cluster", "at", "site", "page", "got", "outcome", "cache",
        "device", "network"));
    for (Metric metric : Metric.values()) {
      columns.add(metric.token());
    }
    return columns;
  }

  /**
   * Returns the fields of one page view. An absent value is an empty field.
   *
   * @param start start of the experiment; views before it are of the pre-period
   */
  public static List<String> fields(Observation view, Instant start) {
    List<String> fields = new ArrayList<>(List.of(
        view.isBefore(start.toEpochMilli()) ? "before" : "during",
        text(view.arm()),
        String.format(Locale.ROOT, "%016x", view.unit()),
        String.format(Locale.ROOT, "%016x", view.cluster()),
        Instant.ofEpochMilli(view.at()).toString(),
        text(view.site()),
        text(view.page()),
        text(view.got()),
        text(view.outcome()),
        text(view.cacheState()),
        text(view.device()),
        text(view.network())));
    for (Metric metric : Metric.values()) {
      double value = view.value(metric);
      fields.add(Double.isNaN(value) ? "" : Double.toString(value));
    }
    return fields;
  }

  private static String text(String text) {
    return !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }
}
