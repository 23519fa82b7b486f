package io.lychgate.gateway.push;

/** The CORS mode in which a resource is fetched. A hint in another mode than the page's own fetch is fetched twice. */
public enum Crossorigin {
  /** No CORS: what plain style sheets, scripts and images use. */
  NONE(""),
  ANONYMOUS("anonymous"),
  USE_CREDENTIALS("use-credentials");

  private final String token;

  Crossorigin(String token) {
    this.token = token;
  }

  /** The word in manifests and Link fields; empty for none. */
  public String token() {
    return token;
  }
}
