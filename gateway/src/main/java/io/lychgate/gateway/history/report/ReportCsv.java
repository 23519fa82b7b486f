package io.lychgate.gateway.history.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.lychgate.gateway.history.report.Report.Figure;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The figures of a report as CSV (RFC 4180), one line for each figure. */
public final class ReportCsv {
  private static final String[] COLUMNS = {
    "title", "at", "site", "basis", "figure", "label", "per", "unit", "before", "after", "change",
    "low", "high", "verdict", "primary", "missing"
  };

  /** A spreadsheet takes a text that starts with one of these for a formula. */
  private static final String FORMULA_STARTS = "=+-@\t\r\n＝＋－＠";

  private ReportCsv() {}

  /** Returns a head line and the figures; only the head line if the report is a refusal. */
  public static String text(Report report) {
    StringWriter text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(text)) {
      csv.writeRecord(COLUMNS);
      for (Figure figure : report.figures()) {
        csv.writeRecord(
            words(report.title()),
            report.question().at().toString(),
            words(report.question().site()),
            report.basis() == null ? "" : report.basis().token(),
            figure.id(),
            words(figure.label()),
            words(figure.per()),
            words(figure.unit()),
            number(figure.before()),
            number(figure.after()),
            number(figure.change()),
            number(figure.low()),
            number(figure.high()),
            figure.verdict() == null ? "" : figure.verdict().token(),
            Boolean.toString(figure.primary()),
            words(figure.missing()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** Returns a text that no spreadsheet takes for a formula: an apostrophe makes it a plain text. */
  static String words(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return "";
    }
    return FORMULA_STARTS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }

  private static String number(@Nullable Double number) {
    return number == null ? "" : number.toString();
  }
}
