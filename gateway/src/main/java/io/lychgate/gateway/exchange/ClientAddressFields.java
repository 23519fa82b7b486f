package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.listener.ClientAddressConfig;
import io.lychgate.gateway.config.policy.AcceptedPeers;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields besides {@code X-Forwarded-For} and {@code Forwarded} that name a client, as {@code X-Real-IP}. Applications believe them, so
 * no client may choose them.
 */
final class ClientAddressFields {
  private static final AsciiString X_REAL_IP = AsciiString.cached("x-real-ip");
  private static final List<AsciiString> NAMES =
      ClientAddressConfig.ADDRESS_FIELDS.stream().map(AsciiString::cached).toList();

  private ClientAddressFields() {}

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
      fields.set(X_REAL_IP, client.getHostAddress());
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
    if (length == 0) {
      return false;
    }
    // The last bytes of the names, which exclude most other fields.
    switch (name.byteAt(length - 1)) {
      case 'p', 'r', 's', 'd', '4', '6' -> {
        for (int i = 0; i < NAMES.size(); i++) {
          if (FieldNames.same(NAMES.get(i), name)) {
            return true;
          }
        }
        return false;
      }
      default -> {
        return false;
      }
    }
  }
}
