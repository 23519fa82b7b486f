package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.listener.ClientAddressConfig;
import io.lychgate.gateway.config.policy.AcceptedPeers;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields, besides those of {@link ForwardedFields}, by which proxies describe a client and its request, as {@code X-Real-IP} and
 * {@code X-Original-URL}. Applications trust them, so no client may choose them.
 */
final class ProxyFields {
  private static final AsciiString X_REAL_IP = AsciiString.cached("x-real-ip");
  private static final AsciiString FAMILY =
      AsciiString.cached(ClientAddressConfig.FORWARDED_FAMILY);

  /** The names by their length, which few other fields share. */
  private static final List<List<AsciiString>> BY_LENGTH = byLength();

  /** A bit for each first character of a name, by its last six bits. It excludes most other fields. */
  private static final long FIRST = first();

  private ProxyFields() {}

  private static long first() {
    long first = 0;
    for (String name : ClientAddressConfig.PROXY_FIELDS) {
      first |= 1L << name.charAt(0);
    }
    return first;
  }

  private static List<List<AsciiString>> byLength() {
    List<List<AsciiString>> byLength = new ArrayList<>();
    for (String name : ClientAddressConfig.PROXY_FIELDS) {
      while (byLength.size() <= name.length()) {
        byLength.add(new ArrayList<>());
      }
      byLength.get(name.length()).add(AsciiString.cached(name));
    }
    return byLength;
  }

  /**
   * Keeps those of accepted peers, and drops the others.
   *
   * @param chain the way through trusted proxies; null if the peer is none
   */
  static void check(Fields fields, AcceptedPeers accepted, @Nullable ForwardedChain chain) {
    if (accepted == AcceptedPeers.ALWAYS) {
      return;
    }
    if (chain == null || accepted == AcceptedPeers.NEVER) {
      drop(fields);
      return;
    }
    // A proxy that does not know the field passes on the one of the client.
    InetAddress client = chain.client();
    if (client != null && fields.contains(X_REAL_IP)) {
      fields.set(X_REAL_IP, NetUtil.toAddressString(client));
    }
  }

  static void drop(Fields fields) {
    for (int i = fields.size() - 1; i >= 0; i--) {
      if (isOne(fields.name(i))) {
        fields.removeAt(i);
      }
    }
  }

  private static boolean isOne(AsciiString name) {
    int length = name.length();
    if (length == 0 || ((FIRST >>> name.byteAt(0)) & 1) == 0) {
      return false;
    }
    if (length < BY_LENGTH.size()) {
      List<AsciiString> names = BY_LENGTH.get(length);
      for (int i = 0; i < names.size(); i++) {
        if (FieldNames.same(names.get(i), name)) {
          return true;
        }
      }
    }
    return length > FAMILY.length() && name.startsWith(FAMILY) && !isOfForwarded(name);
  }

  /** {@link ForwardedFields} replaces these. */
  private static boolean isOfForwarded(AsciiString name) {
    return FieldNames.same(name, FieldNames.X_FORWARDED_FOR)
        || FieldNames.same(name, FieldNames.X_FORWARDED_HOST)
        || FieldNames.same(name, FieldNames.X_FORWARDED_PORT)
        || FieldNames.same(name, FieldNames.X_FORWARDED_PROTO);
  }
}
