package io.lychgate.gateway.config.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Resolves the type of a plain scalar by the core schema of YAML 1.2, in which {@code off} and {@code no} are texts. */
final class ScalarTypes {
  /** Characters. Longer numbers stay texts: parsing takes quadratic time, and no key needs one. */
  private static final int MAX_NUMBER_LENGTH = 40;

  /** Maximum decimal digits before the decimal point, and after it. Each part fits a long. */
  private static final int MAX_EXPONENT = 18;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final ScalarResolver resolver = new CoreScalarResolver(false);

  JsonNode resolve(String text) {
    Tag tag = resolver.resolve(text, true);
    if (tag.equals(Tag.NULL)) {
      return NODES.nullNode();
    }
    if (tag.equals(Tag.BOOL)) {
      return NODES.booleanNode(Boolean.parseBoolean(text));
    }
    if (text.length() <= MAX_NUMBER_LENGTH && tag.equals(Tag.INT)) {
      return integer(text);
    }
    if (text.length() <= MAX_NUMBER_LENGTH && tag.equals(Tag.FLOAT)) {
      return decimal(text);
    }
    return NODES.stringNode(text);
  }

  private static JsonNode integer(String text) {
    BigInteger value;
    if (text.startsWith("0x")) {
      value = new BigInteger(text.substring(2), 16);
    } else if (text.startsWith("0o")) {
      value = new BigInteger(text.substring(2), 8);
    } else {
      value = new BigInteger(text);
    }
    // Larger numbers stay texts: the schema validator fails on them, and no key needs one.
    return value.bitLength() < Long.SIZE
        ? NODES.numberNode(value.longValue())
        : NODES.stringNode(text);
  }

  private static JsonNode decimal(String text) {
    // JSON has no .inf and .nan. As texts, the schema rejects them.
    if (text.toLowerCase(Locale.ROOT).matches(".*(inf|nan)")) {
      return NODES.stringNode(text);
    }
    // 1e999999999 has eleven characters, and takes a gigabyte when it is converted.
    BigDecimal value = new BigDecimal(text);
    int exponent = value.precision() - value.scale();
    return Math.abs((long) value.scale()) > MAX_EXPONENT || exponent > MAX_EXPONENT
        ? NODES.stringNode(text)
        : NODES.numberNode(value);
  }
}
