package io.lychgate.gateway.plugin;

import io.lychgate.gateway.config.site.HeaderEditConfig;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.FieldSyntax;
import io.lychgate.gateway.plugin.GuardedCalls.BadResultException;
import io.netty.util.AsciiString;

/** Checks fields of plug-ins, so that none of them can end a line, frame a message, or speak for the gateway. */
final class HeadCheck {
  /** Fields of one verdict. */
  static final int MAX_FIELDS = 100;

  /** Characters of a value. */
  static final int MAX_VALUE = 8192;

  private static final int MAX_NAME = 128;
  private static final int MAX_SHOWN = 40;

  private HeadCheck() {}

  /** Returns the name as messages have it. */
  static AsciiString name(String name) {
    if (name.length() > MAX_NAME || !FieldSyntax.isToken(name)) {
      throw new BadResultException("field " + shown(name) + " (expected: the name of a field)");
    }
    String problem = HeaderEditConfig.problemOf(name);
    if (!problem.isEmpty()) {
      throw new BadResultException("field " + problem);
    }
    return FieldNames.canonical(name);
  }

  /** Returns the value as messages have it. The text of a bad one stays out of the log, as it may be a secret. */
  static AsciiString value(String name, String value) {
    boolean isLatin = value.chars().allMatch(c -> c <= 0xff);
    if (value.length() > MAX_VALUE || !isLatin || !FieldSyntax.isValue(value)) {
      throw new BadResultException("field " + shown(name)
          + ": its value (expected: at most " + MAX_VALUE
          + " characters of ISO 8859-1 without controls, and no space at either end)");
    }
    return new AsciiString(value);
  }

  /** Checks the number of fields of a verdict. */
  static void count(int fields) {
    if (fields > MAX_FIELDS) {
      throw new BadResultException(fields + " fields (expected: at most " + MAX_FIELDS + ")");
    }
  }

  private static String shown(String text) {
    return text.substring(0, Math.min(text.length(), MAX_SHOWN)).replaceAll("[^!-~]", "?");
  }
}
