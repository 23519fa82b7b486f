package io.lychgate.jmh.peers;

/** What not every peer can do. */
public enum Ability {
  FILES("serves no files"),
  HTTP_3("has no HTTP/3 as it is packaged"),
  RELOAD("takes no new configuration while it runs");

  private final String lack;

  Ability(String lack) {
    this.lack = lack;
  }

  /** What is said of a peer without it. */
  String lack() {
    return lack;
  }
}
