package io.lychgate.gateway.store;

/** The form in which the store has secrets with much entropy: ids of sessions and texts of tokens. */
public final class SecretHash {
  private SecretHash() {}

  /** Returns the SHA-256 of the text in hexadecimal. */
  public static String of(String text) {
    return SecretText.hash(text);
  }
}
