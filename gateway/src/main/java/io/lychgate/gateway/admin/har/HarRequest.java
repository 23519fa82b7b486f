package io.lychgate.gateway.admin.har;

import java.util.List;

/**
 * The request of an entry. Header fields, cookies and queries are not recorded, so they are empty.
 *
 * @param headersSize bytes; -1 if unknown
 * @param bodySize bytes; -1 if unknown
 */
public record HarRequest(
    String method,
    String url,
    String httpVersion,
    List<Object> cookies,
    List<Object> headers,
    List<Object> queryString,
    int headersSize,
    int bodySize) {
  static final int UNKNOWN_SIZE = -1;

  public static HarRequest of(String method, String url, String httpVersion) {
    return new HarRequest(
        method, url, httpVersion, List.of(), List.of(), List.of(), UNKNOWN_SIZE, UNKNOWN_SIZE);
  }
}
