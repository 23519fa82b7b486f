package io.lychgate.gateway.timing;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.store.ViewSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Reads the report of a page, token by token and within bounds, because any client may send it:
 *
 * <pre>{@code
 * {"view": "…", "part": 1, "loaded": true, "proto": "h2", "net": "4g", "bytes": 5120,
 *  "statics": [12, 3, 0], "failed": 0, "early": 2, "times": {"ttfb": 81.2, …},
 *  "rows": [["/app.js", 90, 91, 110.2, 115, 12, "script", "h2", 0], …], "more": 0}
 * }</pre>
 *
 * <p>Ignores unknown keys, so that a script in a browser's cache may be older or newer than the gateway.
 */
final class ReportReader {
  /** Levels of the known structure (the object, its lists), and one for unknown keys. */
  private static final int MAX_DEPTH = 3;

  private static final int MAX_NAME = 32;
  private static final int MAX_DIGITS = 32;

  /** Values of a count that are kept: more would be of no page. */
  private static final int MAX_COUNT = 10_000;

  /** Largest number of bytes that a script can count exactly. */
  private static final double MAX_BYTES = 0x1p53;

  private static final Set<String> PROTOCOLS =
      Set.of("http/1.0", "http/1.1", "h2", "h2c", "h3", "h3-29");
  private static final Set<String> INITIATORS = Set.of(
      "audio",
      "beacon",
      "body",
      "css",
      "early-hints",
      "embed",
      "fetch",
      "frame",
      "iframe",
      "icon",
      "image",
      "img",
      "input",
      "link",
      "object",
      "script",
      "track",
      "video",
      "xmlhttprequest");

  /** Values of one resource. */
  private static final int ROW_VALUES = 9;

  /** Bits of the largest number of bytes that a browser states. */
  private static final int MAX_SIZE_CLASS = 32;

  private static final Set<String> NETWORKS = Set.of("slow-2g", "2g", "3g", "4g");

  // Names are not kept in Jackson's shared symbol table: untrusted clients would fill it.
  private static final JsonFactory FACTORY = JsonFactory.builder()
      .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
      // NaN is counted as absurd and not as malformed.
      .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
      // RFC 8259 section 4: readers disagree on which of two equal names counts. The script sends
      // none.
      .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
      .streamReadConstraints(StreamReadConstraints.builder()
          .maxNestingDepth(MAX_DEPTH)
          .maxNameLength(MAX_NAME)
          .maxNumberLength(MAX_DIGITS)
          .maxStringLength(ViewSeal.MAX_CHARACTERS)
          .maxDocumentLength(Limits.TIMING_REPORT_BYTES)
          .build())
      .build();

  private static final String PART = "part: not 1-3";

  private final JsonParser parser;
  private String viewId = "";
  private int parts;
  private boolean isHidden;
  private boolean isLoaded;
  private final double[] times = new double[ViewSample.TIMES.size()];
  private boolean hasAbsurdNumber;
  private String nextHop = "";
  private String network = "unknown";
  private long bytes = -1;
  private final int[] statics = new int[3];
  private int failed;
  private int early;
  private final ReportedResources resources = new ReportedResources();

  private ReportReader(JsonParser parser) {
    this.parser = parser;
    Arrays.fill(times, Double.NaN);
  }

  /** Returns the report in the first {@code length} bytes. The message of the exception repeats nothing that the peer sent. */
  static Report read(byte[] json, int length) throws MalformedReportException {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json, 0, length)) {
      return new ReportReader(parser).report();
    } catch (JacksonException e) {
      throw new MalformedReportException("report: not JSON, or too large");
    }
  }

  private Report report() throws MalformedReportException {
    expect(parser.nextToken() == JsonToken.START_OBJECT, "report: not an object");
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      switch (name) {
        case "view" -> viewId = text(value, "view");
        case "part" -> parts = parts(number(value, "part"));
        case "hidden" -> isHidden = value == JsonToken.VALUE_TRUE;
        case "loaded" -> isLoaded = value == JsonToken.VALUE_TRUE;
        case "proto" -> nextHop = known(PROTOCOLS, text(value, "proto"), "");
        case "net" -> network = known(NETWORKS, text(value, "net"), "unknown");
        case "bytes" -> bytes = bytes(number(value, "bytes"));
        case "failed" -> failed = count(number(value, "failed"));
        case "early" -> early = count(number(value, "early"));
        case "statics" -> statics(value);
        case "times" -> times(value);
        case "rows" -> rows(value);
        case "more" -> resources.unsent(count(number(value, "more")));
        default -> parser.skipChildren();
      }
    }
    expect(parser.nextToken() == null, "report: more after its end");
    expect(!viewId.isEmpty(), "view: missing");
    expect(parts != 0, PART);
    return new Report(
        viewId,
        parts,
        isHidden,
        isLoaded,
        times,
        hasAbsurdNumber,
        nextHop,
        network,
        bytes,
        statics[0],
        statics[1],
        statics[2],
        failed,
        early,
        resources);
  }

  private static int parts(double number) throws MalformedReportException {
    int parts = (int) number;
    expect(
        parts == number && parts >= ViewSample.LOAD && parts <= (ViewSample.LOAD | ViewSample.END),
        PART);
    return parts;
  }

  private static String known(Set<String> all, String value, String otherwise) {
    return all.contains(value) ? value : otherwise;
  }

  private void statics(JsonToken start) throws MalformedReportException {
    expect(start == JsonToken.START_ARRAY, "statics: not a list");
    for (int i = 0; i < statics.length; i++) {
      statics[i] = count(number(parser.nextToken(), "statics"));
    }
    expect(parser.nextToken() == JsonToken.END_ARRAY, "statics: not a list of three");
  }

  private void times(JsonToken start) throws MalformedReportException {
    expect(start == JsonToken.START_OBJECT, "times: not an object");
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      int place = ViewSample.TIMES.indexOf(parser.currentName());
      JsonToken value = parser.nextToken();
      if (place < 0) {
        parser.skipChildren();
      } else if (value != JsonToken.VALUE_NULL) {
        times[place] = number(value, "times");
      }
    }
  }

  /** A resource that is not as expected is dropped by itself: the rest of the report counts. */
  private void rows(JsonToken start) throws MalformedReportException {
    expect(start == JsonToken.START_ARRAY, "rows: not a list");
    for (JsonToken row = parser.nextToken(); row != JsonToken.END_ARRAY; row = parser.nextToken()) {
      if (row != JsonToken.START_ARRAY) {
        expect(row != null, "rows: no end");
        parser.skipChildren();
        resources.drop(ResourceOutcome.MALFORMED);
      } else {
        row();
      }
    }
  }

  private void row() {
    List<Object> values = new ArrayList<>(ROW_VALUES);
    int count = 0;
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      count++;
      if (values.size() < ROW_VALUES) {
        values.add(
            token == JsonToken.VALUE_STRING
                ? parser.getString()
                : token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT
                    ? (Object) parser.getDoubleValue()
                    : (Object) false);
      }
      parser.skipChildren();
    }
    if (count == ROW_VALUES
        && values.get(0) instanceof String path
        && values.get(1) instanceof Double begin
        && values.get(2) instanceof Double request
        && values.get(3) instanceof Double response
        && values.get(4) instanceof Double end
        && values.get(5) instanceof Double size
        && values.get(6) instanceof String initiator
        && values.get(7) instanceof String protocol
        && values.get(8) instanceof Double cache) {
      resources.add(new BrowserLane.Row(
          path,
          begin,
          request,
          response,
          end,
          (int) Math.max(0, Math.min(MAX_SIZE_CLASS, size)),
          known(INITIATORS, initiator, "other"),
          known(PROTOCOLS, protocol, ""),
          cache == 1 ? "stored" : cache == 2 ? "revalidated" : "network"));
    } else {
      resources.drop(ResourceOutcome.MALFORMED);
    }
  }

  private double number(JsonToken value, String name) throws MalformedReportException {
    expect(
        value == JsonToken.VALUE_NUMBER_INT || value == JsonToken.VALUE_NUMBER_FLOAT,
        name + ": not a number");
    double number = parser.getDoubleValue();
    hasAbsurdNumber |= Double.isNaN(number) || Double.isInfinite(number);
    return number;
  }

  private int count(double number) {
    hasAbsurdNumber |= number < 0;
    return (int) Math.max(0, Math.min(MAX_COUNT, number));
  }

  private long bytes(double number) {
    hasAbsurdNumber |= !(number >= 0 && number <= MAX_BYTES);
    return (long) number;
  }

  private String text(JsonToken value, String name) throws MalformedReportException {
    expect(value == JsonToken.VALUE_STRING, name + ": not a text");
    return parser.getString();
  }

  private static void expect(boolean isSo, String otherwise) throws MalformedReportException {
    if (!isSo) {
      throw new MalformedReportException(otherwise);
    }
  }
}
