package io.lychgate.gateway.listen;

import java.security.SecureRandom;
import java.util.List;

/**
 * What the gateways of a fleet know and their clients do not, so that a client may come back to another of them. Random octets;
 * keys are derived from them.
 *
 * @param quic of connection ids, Retry tokens and stateless resets
 * @param tickets of session tickets: the first is for those that are given out, all are for those that come back
 * @param areOfThisProcess whether no other has them or had them before
 */
@SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
public record SharedSecrets(byte[] quic, List<byte[]> tickets, boolean areOfThisProcess) {
  private static final int BYTES = 32;

  /** Those of a fleet. */
  public SharedSecrets(byte[] quic, List<byte[]> tickets) {
    this(quic, tickets, false);
  }

  public SharedSecrets {
    tickets = List.copyOf(tickets);
    if (tickets.isEmpty()) {
      throw new IllegalArgumentException("tickets: none (expected: at least one)");
    }
  }

  /** Of this process alone. */
  public static SharedSecrets random() {
    SecureRandom random = new SecureRandom();
    byte[] quic = new byte[BYTES];
    byte[] ticket = new byte[BYTES];
    random.nextBytes(quic);
    random.nextBytes(ticket);
    return new SharedSecrets(quic, List.of(ticket), true);
  }
}
