package io.lychgate.gateway.observe.count;

/** The decision of the policy {@code compress} on a response. The ordinal is the index of the counter. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum CompressOutcome {
  /** Compressed in this coding, or a HEAD whose GET would be. */
  ZSTD("zstd", true),
  BROTLI("br", true),
  GZIP("gzip", true),
  /** Sent from a stored twin, without compression. */
  TWIN("twin", true),
  /** The client accepts none of the codings. */
  NOT_ACCEPTED("not_accepted", true),
  /** Its compressed size could reveal a secret (BREACH). */
  SECRET("secret", true),
  /** Too many responses are being compressed on the event loop. */
  BUSY("busy", true),
  /** Decoded, because the client does not accept the coding of the server. */
  DECODED("decoded", true),
  /** It has a content coding already. */
  ENCODED("encoded", false),
  /** No media type of the policy. */
  TYPE("type", false),
  /** Smaller than {@code minSize}. */
  SMALL("small", false),
  /** {@code no-transform}, or a signature over the fields that a coding changes. */
  NO_TRANSFORM("no_transform", false),
  /** A part of a representation, or a response without content. */
  NO_CONTENT("no_content", false);

  private static final CompressOutcome[] ALL = values();

  private final String tag;
  private final boolean varies;

  CompressOutcome(String tag, boolean varies) {
    this.tag = tag;
    this.varies = varies;
  }

  public String tag() {
    return tag;
  }

  /** Returns true if another Accept-Encoding would lead to other bytes. */
  public boolean varies() {
    return varies;
  }

  /** @param route a number from {@link io.lychgate.gateway.observe.Observatory#compressing} */
  public int of(int route) {
    return route * ALL.length + ordinal();
  }
}
