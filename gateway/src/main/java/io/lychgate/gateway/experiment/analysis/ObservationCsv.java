package io.lychgate.gateway.experiment.analysis;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Page views as CSV (RFC 4180), one line for each, for an analysis by other programs. Unit and cluster are hexadecimal numbers, because
 * spreadsheets and JSON round 64-bit numbers.
 */
public final class ObservationCsv implements Closeable {
  /** A spreadsheet takes a text that starts with one of these for a formula. */
  private static final String FORMULA_STARTS = "=+-@\t\r\n＝＋－＠";

  private final CsvWriter csv;
  private final Instant start;

  /**
   * Writes the head line.
   *
   * @param start start of the experiment; views before it are of the pre-period
   */
  public ObservationCsv(Writer to, Instant start) {
    this.csv = CsvWriter.builder().build(to);
    this.start = start;
    csv.writeRecord(columns());
  }

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

  /** Writes one page view. */
  public void add(Observation view) {
    csv.writeRecord(fields(view, start));
  }

  /** Returns the fields of one page view. An absent value is an empty field. */
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

  @Override
  public void close() throws IOException {
    csv.close();
  }
}
