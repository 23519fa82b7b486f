package io.lychgate.gateway.observe.count;

/** Errors for which QUIC connections were closed, as in RFC 9000 section 20.1. The ordinal is the index of the counter. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum QuicErrorCount {
  FRAME_ENCODING_ERROR("frame_encoding_error"),
  TRANSPORT_PARAMETER_ERROR("transport_parameter_error"),
  PROTOCOL_VIOLATION("protocol_violation"),
  /** A TLS alert, for example no_application_protocol. */
  CRYPTO_ERROR("crypto_error"),
  OTHER("other");

  private static final long FIRST_ALERT = 0x100;
  private static final long LAST_ALERT = 0x1ff;

  private final String tag;

  QuicErrorCount(String tag) {
    this.tag = tag;
  }

  /** @param code an error code of RFC 9000 section 20.1 */
  public static QuicErrorCount of(long code) {
    if (code >= FIRST_ALERT && code <= LAST_ALERT) {
      return CRYPTO_ERROR;
    }
    return switch ((int) code) {
      case 0x07 -> FRAME_ENCODING_ERROR;
      case 0x08 -> TRANSPORT_PARAMETER_ERROR;
      case 0x0a -> PROTOCOL_VIOLATION;
      default -> OTHER;
    };
  }

  public String tag() {
    return tag;
  }

  /** Index of its counter. */
  public int index() {
    return ordinal();
  }
}
