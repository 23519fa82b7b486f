package io.lychgate.gateway.simulate;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A response as a browser got it.
 *
 * @param fields names in lower case
 * @param body the bytes as they came, with their content coding; cut at {@link ResponseBuffer#MAX_KEPT}
 * @param bytes bytes of the body that came
 * @param isWhole false if the connection or the stream ended before the body
 * @param startNanos the request was sent
 * @param firstNanos the final head came
 * @param interimNanos the first 1xx head came; 0 if there was none
 */
@SuppressWarnings("ArrayRecordComponent") // Read once, never compared.
record Fetched(
    int status,
    Map<String, List<String>> fields,
    byte[] body,
    long bytes,
    boolean isWhole,
    long startNanos,
    long interimNanos,
    long firstNanos,
    long endNanos) {
  /** Returns the first value of a field; empty if it is absent. */
  String field(String name) {
    List<String> values = fields.get(name.toLowerCase(Locale.ROOT));
    return values == null || values.isEmpty() ? "" : values.get(0);
  }

  List<String> all(String name) {
    return fields.getOrDefault(name, List.of());
  }
}
