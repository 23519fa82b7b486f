package io.lychgate.gateway.push.format;

import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.Asset;
import java.util.Optional;

/**
 * Weights of RFC 7540 (1 to 256, more is sooner), with which the formats of its time order files, in urgencies of RFC 9218.
 * Eight steps over the range, so that an urgency comes back as itself.
 */
final class Weight {
  static final int MAX = 256;

  /** RFC 7540 5.3.5: what a stream has that says nothing. */
  static final int DEFAULT = 16;

  private static final int LEAST = 1;
  private static final int LEAST_URGENT = 7;
  private static final String EXPECTED = " (expected: a whole number, 1-256)";

  private Weight() {}

  static int of(int urgency) {
    return urgency == Asset.NO_URGENCY ? DEFAULT : MAX - urgency * 36;
  }

  /** The weight that a file gives; of one that is none, or out of range, the nearest that is, with a warning. */
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

  /** {@link Asset#NO_URGENCY} for the default. */
  static int urgency(int weight) {
    return weight == DEFAULT
        ? Asset.NO_URGENCY
        : Math.min(LEAST_URGENT, Math.round((MAX - weight) / 36f));
  }
}
