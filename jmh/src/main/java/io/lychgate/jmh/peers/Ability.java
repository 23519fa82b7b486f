package io.lychgate.jmh.peers;

/** Ability that not every peer has. */
public enum Ability {
  FILES("serves no files"),
  HTTP_3("has no HTTP/3 as packaged"),
  HTTP_2_ORIGIN("has no HTTP/2 to upstreams, as packaged"),
  POLICIES("is not configured with the policies of this scenario"),
  RELOAD("cannot reload its configuration");

  private final String lack;

  Ability(String lack) {
    this.lack = lack;
  }

  /** Text about a peer without it, after the peer's name. */
  String lack() {
    return lack;
  }
}
