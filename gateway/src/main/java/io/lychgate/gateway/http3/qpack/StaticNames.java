package io.lychgate.gateway.http3.qpack;

import io.netty.util.AsciiString;
import java.util.regex.Pattern;

/** The names of QPACK's static table (RFC 9204 appendix A), by index. Netty's own table is not public. */
final class StaticNames {
  private static final String TABLE = """
      :authority :path age content-disposition content-length cookie date etag
      if-modified-since if-none-match last-modified link location referer set-cookie :method
      :method :method :method :method :method :method :scheme :scheme :status :status :status
      :status :status accept accept accept-encoding accept-ranges access-control-allow-headers
      access-control-allow-headers access-control-allow-origin cache-control cache-control
      cache-control cache-control cache-control cache-control content-encoding
      content-encoding content-type content-type content-type content-type content-type
      content-type content-type content-type content-type content-type content-type range
      strict-transport-security strict-transport-security strict-transport-security vary vary
      x-content-type-options x-xss-protection :status :status :status :status :status :status
      :status :status :status accept-language access-control-allow-credentials
      access-control-allow-credentials access-control-allow-headers
      access-control-allow-methods access-control-allow-methods access-control-allow-methods
      access-control-expose-headers access-control-request-headers
      access-control-request-method access-control-request-method alt-svc authorization
      content-security-policy early-data expect-ct forwarded if-range origin purpose server
      timing-allow-origin upgrade-insecure-requests user-agent x-forwarded-for x-frame-options
      x-frame-options
      """;

  private static final AsciiString[] NAMES = Pattern.compile("\\s+")
      .splitAsStream(TABLE.strip())
      .map(AsciiString::of)
      .toArray(AsciiString[]::new);

  private StaticNames() {}

  static AsciiString get(long index) throws Malformed {
    if (index >= NAMES.length) {
      throw new Malformed("static entry " + index);
    }
    return NAMES[(int) index];
  }
}
