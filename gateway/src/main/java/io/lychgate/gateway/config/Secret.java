package io.lychgate.gateway.config;

/** A value that must never be printed: {@link #toString()} does not show it, {@link #reveal()} does. */
public record Secret(String reveal) {
  public Secret {
    Require.text("secret", reveal);
  }

  @Override
  public String toString() {
    return "***";
  }
}
