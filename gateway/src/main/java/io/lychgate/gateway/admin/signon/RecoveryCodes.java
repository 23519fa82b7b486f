package io.lychgate.gateway.admin.signon;

import io.lychgate.gateway.admin.access.OneTimePassword;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Codes on paper for a user who has lost the second factor. Each has 99 random bits and is accepted once. */
final class RecoveryCodes {
  private static final int COUNT = 10;

  private RecoveryCodes() {}

  static List<String> next() {
    return Stream.generate(OneTimePassword::next).limit(COUNT).toList();
  }

  /** Returns the form in which a code is stored, for one that a user typed. */
  static String normal(String typed) {
    String letters = typed.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    StringBuilder grouped = new StringBuilder();
    for (int i = 0; i < letters.length(); i++) {
      if (i > 0 && i % 5 == 0) {
        grouped.append('-');
      }
      grouped.append(letters.charAt(i));
    }
    return grouped.toString();
  }
}
