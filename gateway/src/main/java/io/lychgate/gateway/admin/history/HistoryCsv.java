package io.lychgate.gateway.admin.history;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.lychgate.gateway.admin.history.HistoryResource.TotalsBody;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.history.Series;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tables as CSV (RFC 4180). */
final class HistoryCsv {
  private static final String TYPE = "text/csv; charset=utf-8; header=present";

  private HistoryCsv() {}

  /** Returns true if the call asks for CSV by {@code format} or Accept. */
  static boolean isWanted(Call call) {
    String format = call.query("format");
    if (!format.isEmpty() && !format.equals("csv") && !format.equals("json")) {
      throw Call.invalid("format", format, "csv or json");
    }
    String accept = call.header("accept");
    return format.isEmpty()
        ? accept != null && accept.startsWith("text/csv")
        : format.equals("csv");
  }

  static Reply reply(String file, String text) {
    return Reply.content(TYPE, text.getBytes(StandardCharsets.UTF_8))
        .with("content-disposition", "attachment; filename=\"" + file + "\"");
  }

  static String of(Series series, List<HistoryBody.Line> lines) {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>();
    head.add("start");
    lines.forEach(line -> head.add(line.measure() + " " + line.protocol()));
    rows.add(head);
    for (int i = 0; i < series.points().size(); i++) {
      List<String> row = new ArrayList<>();
      row.add(series.points().get(i).start().toString());
      for (HistoryBody.Line line : lines) {
        row.add(number(line.values().get(i)));
      }
      rows.add(row);
    }
    return text(rows);
  }

  static String of(List<HistoryValue> values, List<TotalsBody.Row> totals) {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("name", "protocol"));
    values.forEach(value -> head.add(value.name()));
    rows.add(head);
    for (TotalsBody.Row total : totals) {
      List<String> row = new ArrayList<>(List.of(text(total.name()), total.protocol()));
      values.forEach(value -> row.add(number(total.values().get(value.name()))));
      rows.add(row);
    }
    return text(rows);
  }

  private static String text(List<List<String>> rows) {
    StringWriter text = new StringWriter();
    try (CsvWriter writer = CsvWriter.builder().build(text)) {
      rows.forEach(writer::writeRecord);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** A spreadsheet would run a name that begins like a formula. */
  private static String text(String name) {
    return !name.isEmpty() && "=+-@\t\r".indexOf(name.charAt(0)) >= 0 ? "'" + name : name;
  }

  private static String number(@Nullable Double value) {
    if (value == null) {
      return "";
    }
    boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1L << 53;
    return isWhole ? Long.toString(value.longValue()) : Double.toString(value);
  }
}
