package io.lychgate.gateway.admin.har;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The response of an entry. Header fields and cookies are not recorded, so they are empty.
 *
 * @param status 0 if it is not known
 * @param statusText empty, as HTTP/2 and HTTP/3 have no reason phrase (RFC 9113 section 8.3.2)
 * @param headersSize bytes; -1 if unknown
 * @param bodySize bytes on the wire; -1 if unknown
 */
public record HarResponse(
    int status,
    String statusText,
    String httpVersion,
    List<Object> cookies,
    List<Object> headers,
    Content content,
    @JsonProperty("redirectURL") String redirectUrl,
    int headersSize,
    long bodySize) {

  /**
   * @param bytes bytes of the body on the wire; -1 if unknown
   * @param type media type of the body; empty if unknown
   */
  public static HarResponse of(int status, String httpVersion, long bytes, String type) {
    return new HarResponse(
        status,
        "",
        httpVersion,
        List.of(),
        List.of(),
        new Content(Math.max(0, bytes), type),
        "",
        HarRequest.UNKNOWN_SIZE,
        bytes);
  }

  /**
   * The body. It is not recorded if it was compressed.
   *
   * @param size bytes on the wire
   */
  public record Content(long size, String mimeType) {}
}
