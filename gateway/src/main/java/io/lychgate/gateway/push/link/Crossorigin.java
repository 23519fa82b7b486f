package io.lychgate.gateway.push.link;

/**
 * The CORS mode in which a resource is fetched. If a hint's mode differs from that of the page's own fetch, the browser fetches the
 * resource twice.
 */
public enum Crossorigin {
  /** No CORS: the default for style sheets, classic scripts and images. */
  NONE(""),
  ANONYMOUS("anonymous"),
  USE_CREDENTIALS("use-credentials");

  private final String token;

  Crossorigin(String token) {
    this.token = token;
  }

  /** Returns the word used in manifests and Link fields; empty for none. */
  public String token() {
    return token;
  }
}
