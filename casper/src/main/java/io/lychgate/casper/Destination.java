package io.lychgate.casper;

/** What a resource is for: the {@code as} of a preload, plus our two words for the other relations that a 103 can carry. */
public enum Destination {
  STYLE("style"),
  SCRIPT("script"),
  FONT("font"),
  IMAGE("image"),
  FETCH("fetch"),
  DOCUMENT("document"),
  /** A JavaScript module, announced as {@code rel=modulepreload}. */
  MODULE("module"),
  /** An origin to connect to, announced as {@code rel=preconnect}. Nothing of it can be held or pushed. */
  CONNECT("connect");

  private final String token;

  Destination(String token) {
    this.token = token;
  }

  /** The word in manifests and in the {@code as} parameter. */
  public String token() {
    return token;
  }

  /** Whether the first paint waits for it. */
  public boolean isBlocking() {
    return this == STYLE || this == SCRIPT || this == MODULE;
  }

  /** Whether browsers act on a hint for it: a preload as a document is ignored by all of them. */
  public boolean isHintable() {
    return this != DOCUMENT;
  }
}
