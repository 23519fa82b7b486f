package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.site.SiteConfig;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The origins that a connection serves, as the payload of an ORIGIN frame: RFC 8336 section 2.1 for HTTP/2, RFC 9412 section 2 for
 * HTTP/3. Immutable.
 */
public final class OriginSet {
  /** The type of the frame in HTTP/2 and HTTP/3. */
  public static final byte FRAME_TYPE = 0x0c;

  private static final int HTTPS_PORT = 443;
  private static final int LENGTH_BYTES = 2;

  private final byte[] payload;

  private OriginSet(byte[] payload) {
    this.payload = payload;
  }

  /**
   * Returns the origins of the host names of these sites, in the order of the file. Patterns name no host, so they have no origin.
   *
   * @param serves true for a host that the connection may be asked for
   */
  static OriginSet of(List<SiteConfig> sites, int port, Predicate<String> serves) {
    Set<String> hosts = new LinkedHashSet<>();
    for (SiteConfig site : sites) {
      site.hosts().stream()
          .filter(HostPattern::isExact)
          .map(HostPattern::toString)
          .filter(serves)
          .forEach(hosts::add);
    }
    ByteBuf entries = Unpooled.buffer();
    for (String host : hosts) {
      byte[] origin = origin(host, port).getBytes(StandardCharsets.US_ASCII);
      if (entries.readableBytes() + LENGTH_BYTES + origin.length > Limits.ORIGIN_BYTES) {
        break;
      }
      entries.writeShort(origin.length).writeBytes(origin);
    }
    byte[] payload = new byte[entries.readableBytes()];
    entries.readBytes(payload);
    return new OriginSet(payload);
  }

  /** Returns the ASCII serialization of an origin (RFC 6454 section 6.2), which omits the default port. */
  private static String origin(String host, int port) {
    return "https://" + host + (port == HTTPS_PORT ? "" : ":" + port);
  }

  public boolean isEmpty() {
    return payload.length == 0;
  }

  /** Returns the payload as a buffer of its own over the shared bytes. */
  public ByteBuf payload() {
    return Unpooled.wrappedBuffer(payload).asReadOnly();
  }
}
