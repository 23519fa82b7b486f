package io.lychgate.gateway.push.format;

import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.link.Asset;
import java.util.Optional;

/**
 * Converts weights of RFC 7540 (1 to 256, a higher weight is served sooner), by which older formats order files, to urgencies of
 * RFC 9218. The range has eight steps, so that an urgency survives a round trip.
 */
final class Weight {
  static final int MAX = 256;

  /** RFC 7540 5.3.5: the weight of a stream that states none. */
  static final int DEFAULT = 16;

  private static final int LEAST = 1;
  private static final int LEAST_URGENT = 7;
  private static final String EXPECTED = " (expected: a whole number, 1-256)";

  private Weight() {}

  static int of(int urgency) {
    return urgency == Asset.NO_URGENCY ? DEFAULT : MAX - urgency * 36;
  }

  /**
   * Returns the weight that a file gives, or the default if it gives no number. Limits it to the valid range and cuts off a
   * fraction. Each change causes a warning.
   */
  static int read(YamlNode of, String key, String path, ImportDraft into) {
    Optional<YamlNode> value = of.field(key);
    if (value.isEmpty()) {
      return DEFAULT;
    }
    YamlNode given = value.get();
    if (!given.json().isNumber()) {
      into.warn(given.position(), path, key + " " + given.json() + " left out" + EXPECTED);
      return DEFAULT;
    }
    double weight = given.json().asDouble();
    int bounded = (int) Math.max(LEAST, Math.min(MAX, weight));
    if (bounded != weight) {
      into.warn(
          given.position(), path, key + " " + given.json() + " taken for " + bounded + EXPECTED);
    }
    return bounded;
  }

  /** Returns the urgency of a weight, {@link Asset#NO_URGENCY} for the default weight. */
  static int urgency(int weight) {
    return weight == DEFAULT
        ? Asset.NO_URGENCY
        : Math.min(LEAST_URGENT, Math.round((MAX - weight) / 36f));
  }
}
