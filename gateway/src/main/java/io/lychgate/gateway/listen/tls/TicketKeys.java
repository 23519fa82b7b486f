package io.lychgate.gateway.listen.tls;

import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.SslSessionTicketKey;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.OpenSslSessionTicketKey;
import io.netty.handler.ssl.SslContext;
import java.util.Arrays;
import java.util.List;

/**
 * The keys of session tickets (RFC 8446 section 4.6.1, RFC 5077 section 4). They are derived from the secrets of a fleet, for one
 * listener and its certificates. A ticket is not valid where another certificate would be used.
 */
public final class TicketKeys {
  private static final int PART_BYTES = 16;

  private final List<byte[]> secrets;
  private final String purpose;

  /**
   * @param listener name of the listener
   * @param certificates a text that changes with the certificates of the listener
   */
  public TicketKeys(SharedSecrets shared, String listener, String certificates) {
    this.secrets = shared.tickets();
    this.purpose = "session ticket " + listener + " " + certificates;
  }

  /** Lets TLS over TCP make and read tickets with these keys from now on, in place of all earlier keys. Any thread. */
  public void putInto(SslContext tcp) {
    // The JDK's own TLS has no such keys; it is only a last resort.
    if (tcp.sessionContext() instanceof OpenSslSessionContext sessions) {
      sessions.setTicketKeys(secrets.stream()
          .map(this::parts)
          .map(parts -> new OpenSslSessionTicketKey(parts[0], parts[1], parts[2]))
          .toArray(OpenSslSessionTicketKey[]::new));
    }
  }

  /** Does the same for QUIC. */
  public void putInto(QuicSslContext quic) {
    quic.sessionContext()
        .setTicketKeys(secrets.stream()
            .map(this::parts)
            .map(parts -> new SslSessionTicketKey(parts[0], parts[1], parts[2]))
            .toArray(SslSessionTicketKey[]::new));
  }

  /** Returns the name, HMAC key and AES key. */
  private byte[][] parts(byte[] secret) {
    byte[] key = Hkdf.expand(secret, purpose, 3 * PART_BYTES);
    byte[][] parts = new byte[3][];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = Arrays.copyOfRange(key, i * PART_BYTES, (i + 1) * PART_BYTES);
    }
    return parts;
  }
}
