package io.lychgate.gateway.publish;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The form in which the store keeps recorded page views: GZIP of one JSON object for each line. */
final class PageCode {
  /** Lines that are read of one hour: the largest sample. */
  private static final int MOST_LINES = 20_000;

  private PageCode() {}

  /** One line. The names are short, because there are many. */
  private record Line(
      String h, String p, String v, boolean f, boolean s, String m, String o, long n) {}

  static byte[] encode(Map<RecordedPage, Long> counts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      for (Map.Entry<RecordedPage, Long> each : counts.entrySet()) {
        RecordedPage page = each.getKey();
        Line line = new Line(
            page.authority(),
            page.target(),
            page.protocol(),
            page.prefetch(),
            page.saveData(),
            page.mobile(),
            page.platform(),
            each.getValue());
        zip.write(JsonMapper.shared().writeValueAsBytes(line));
        zip.write('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Reads page views. A damaged rest is left out. */
  static void decode(byte[] code, ObjLongConsumer<RecordedPage> into) {
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(
        new GZIPInputStream(new ByteArrayInputStream(code)), StandardCharsets.UTF_8))) {
      for (int i = 0; i < MOST_LINES; i++) {
        String text = lines.readLine();
        if (text == null) {
          return;
        }
        Line line = JsonMapper.shared().readValue(text, Line.class);
        into.accept(
            new RecordedPage(line.h, line.p, line.v, line.f, line.s, line.m, line.o), line.n);
      }
    } catch (IOException | JacksonException e) {
      // Written by a newer version in another form, or damaged: the page views before it count.
      return;
    }
  }
}
