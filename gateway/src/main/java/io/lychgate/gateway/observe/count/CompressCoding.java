package io.lychgate.gateway.observe.count;

/** The content codings in which the gateway compresses, for counters. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum CompressCoding {
  ZSTD("zstd"),
  BROTLI("br"),
  GZIP("gzip");

  private static final int SIZE = values().length;

  private final String tag;

  CompressCoding(String tag) {
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }

  /** A quantity that is counted for each coding. */
  public enum Work {
    /** Bytes of bodies before compression. */
    BYTES_IN,
    /** Bytes of bodies after compression. */
    BYTES_OUT,
    /** Nanoseconds that event loops spent on it. */
    NANOS,
    /** Bodies whose compression has begun. */
    BEGUN,
    /** Bodies whose compression has ended, complete or not. */
    ENDED;

    public int of(CompressCoding coding) {
      return ordinal() * SIZE + coding.ordinal();
    }
  }
}
