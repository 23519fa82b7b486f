package io.lychgate.gateway.admin.access;

import java.security.SecureRandom;

/** A password to copy once from the terminal: 99 random bits without look-alike letters. */
public final class OneTimePassword {

  private static final String ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
  private static final int GROUPS = 4;
  private static final int GROUP_LENGTH = 5;

  private OneTimePassword() {}

  public static String next() {
    SecureRandom random = new SecureRandom();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < GROUPS * GROUP_LENGTH; i++) {
      if (i > 0 && i % GROUP_LENGTH == 0) {
        text.append('-');
      }
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return text.toString();
  }
}
