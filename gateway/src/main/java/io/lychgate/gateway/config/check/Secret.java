package io.lychgate.gateway.config.check;

/** A value that must never be printed. {@link #toString()} hides it, {@link #reveal()} returns it. */
public record Secret(String reveal) {
  public Secret {
    Require.text("secret", reveal);
  }

  @Override
  public String toString() {
    return "***";
  }
}
