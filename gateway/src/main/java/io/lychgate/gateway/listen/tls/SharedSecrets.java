package io.lychgate.gateway.listen.tls;

import java.security.SecureRandom;
import java.util.List;

/**
 * The common secrets of a fleet's gateways, unknown to clients, so that a client may return to another gateway. They are random
 * bytes from which keys are derived.
 *
 * @param quic secret for connection ids, Retry tokens and stateless resets
 * @param tickets secrets for session tickets: the first one issues tickets, all of them accept tickets
 * @param areOfThisProcess true if no other process has or had them
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
public record SharedSecrets(byte[] quic, List<byte[]> tickets, boolean areOfThisProcess) {
  private static final int BYTES = 32;

  /** Creates the secrets of a fleet. */
  public SharedSecrets(byte[] quic, List<byte[]> tickets) {
    this(quic, tickets, false);
  }

  public SharedSecrets {
    tickets = List.copyOf(tickets);
    if (tickets.isEmpty()) {
      throw new IllegalArgumentException("tickets: none (expected: at least one)");
    }
  }

  /** Creates random secrets for this process only. */
  public static SharedSecrets random() {
    SecureRandom random = new SecureRandom();
    byte[] quic = new byte[BYTES];
    byte[] ticket = new byte[BYTES];
    random.nextBytes(quic);
    random.nextBytes(ticket);
    return new SharedSecrets(quic, List.of(ticket), true);
  }
}
