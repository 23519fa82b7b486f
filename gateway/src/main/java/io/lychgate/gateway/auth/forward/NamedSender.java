package io.lychgate.gateway.auth.forward;

import io.lychgate.gateway.message.Identity;

/** The sender that the deciding server has named. */
record NamedSender(String name) implements Identity {
  /** Characters. The name goes to each line of the access log. */
  private static final int MAX_NAME = 256;

  static NamedSender of(CharSequence name) {
    return new NamedSender(
        name.subSequence(0, Math.min(MAX_NAME, name.length())).toString());
  }

  @Override
  public String scheme() {
    return "forward";
  }
}
