package io.lychgate.gateway.publish;

import java.util.regex.Pattern;

/** Masks parts of a recorded path that may name a person or grant access: mail addresses, and long tokens with digits. */
final class PersonalText {
  static final String MASK = "~";

  private static final int TOKEN = 24;
  private static final Pattern SPLIT = Pattern.compile("(?<=[/?&=;])|(?=[/?&=;])");

  private PersonalText() {}

  static String masked(String target) {
    if (!mayBePersonal(target)) {
      return target;
    }
    StringBuilder masked = new StringBuilder(target.length());
    for (String part : SPLIT.split(target, -1)) {
      masked.append(isPersonal(part) ? MASK : part);
    }
    return masked.toString();
  }

  private static boolean mayBePersonal(String target) {
    return target.length() > TOKEN || target.indexOf('@') >= 0 || target.contains("%40");
  }

  private static boolean isPersonal(String part) {
    return part.indexOf('@') >= 0
        || part.contains("%40")
        || (part.length() >= TOKEN && part.chars().anyMatch(c -> c >= '0' && c <= '9'));
  }
}
