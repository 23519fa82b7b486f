package io.lychgate.casper;

/** The purpose of a resource: the {@code as} of a preload, and two more values for the other relations that a 103 can carry. */
public enum Destination {
  STYLE("style"),
  SCRIPT("script"),
  FONT("font"),
  IMAGE("image"),
  FETCH("fetch"),
  DOCUMENT("document"),
  /** A JavaScript module, announced as {@code rel=modulepreload}. */
  MODULE("module"),
  /** An origin to connect to, announced as {@code rel=preconnect}. It cannot be cached or pushed. */
  CONNECT("connect");

  private final String token;

  Destination(String token) {
    this.token = token;
  }

  /** Returns the word used in manifests and in the {@code as} parameter. */
  public String token() {
    return token;
  }

  /** Returns true if the first paint waits for it. */
  public boolean isBlocking() {
    return this == STYLE || this == SCRIPT || this == MODULE;
  }

  /** Returns true if browsers act on a hint for it; all of them ignore a preload of a document. */
  public boolean isHintable() {
    return this != DOCUMENT;
  }
}
