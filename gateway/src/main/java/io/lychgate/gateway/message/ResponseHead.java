package io.lychgate.gateway.message;

import io.netty.handler.codec.http.HttpHeaderNames;

/** The head of one response: the status code (RFC 9110 section 15) and the header fields. */
public final class ResponseHead {
  private final int status;
  private final Fields fields;

  public ResponseHead(int status, Fields fields) {
    this.status = status;
    this.fields = fields;
  }

  public int status() {
    return status;
  }

  public Fields fields() {
    return fields;
  }

  public boolean isInformational() {
    return status < 200;
  }

  /** Returns true if a response with this status never has a body, regardless of its fields (RFC 9110 section 6.4.1). */
  public boolean isBodiless() {
    return status < 200 || status == 204 || status == 304;
  }

  /** Returns the value of content-length in bytes, or -1 if it is absent. */
  public long contentLength() {
    CharSequence value = fields.get(HttpHeaderNames.CONTENT_LENGTH);
    return value == null ? -1 : DecimalLength.parse(value);
  }

  @Override
  public String toString() {
    return status + "\n" + fields;
  }
}
