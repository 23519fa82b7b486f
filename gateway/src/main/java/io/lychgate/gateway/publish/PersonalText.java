package io.lychgate.gateway.publish;

import java.util.regex.Pattern;

/**
 * Masks parts of a recorded path that may name a person or grant access: mail addresses, long tokens with digits, and long numbers.
 * The digits of a number become zeros, so that patterns of rules still match it.
 */
final class PersonalText {
  static final String MASK = "~";

  private static final int TOKEN = 24;

  /** A year has fewer digits. */
  private static final int NUMBER = 5;

  private static final Pattern SPLIT = Pattern.compile("(?<=[/?&=;])|(?=[/?&=;])");

  private PersonalText() {}

  static String masked(String target) {
    if (!mayBePersonal(target)) {
      return target;
    }
    StringBuilder masked = new StringBuilder(target.length());
    for (String part : SPLIT.split(target, -1)) {
      if (isPersonal(part)) {
        masked.append(MASK);
      } else {
        masked.append(isNumber(part) ? "0".repeat(part.length()) : part);
      }
    }
    return masked.toString();
  }

  private static boolean mayBePersonal(String target) {
    int digits = 0;
    for (int i = 0; i < target.length(); i++) {
      char c = target.charAt(i);
      digits = isDigit(c) ? digits + 1 : 0;
      if (c == '@' || digits >= NUMBER) {
        return true;
      }
    }
    return target.length() > TOKEN || target.contains("%40");
  }

  private static boolean isNumber(String part) {
    return part.length() >= NUMBER && part.chars().allMatch(PersonalText::isDigit);
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isPersonal(String part) {
    return part.indexOf('@') >= 0
        || part.contains("%40")
        || (part.length() >= TOKEN && part.chars().anyMatch(PersonalText::isDigit));
  }
}
