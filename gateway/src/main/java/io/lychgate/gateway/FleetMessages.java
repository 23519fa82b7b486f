package io.lychgate.gateway;

import java.time.Duration;
import java.util.List;

/**
 * A connection over which the gateways of a fleet send each other short messages. Nothing is stored: a message reaches the gateways that
 * are connected at the time. One thread only.
 */
interface FleetMessages extends AutoCloseable {
  /** Returns the secret that all gateways of the fleet have. */
  byte[] secret();

  /** Sends messages of ASCII text to all other gateways that are connected. */
  void send(List<String> messages);

  /** Returns the messages of other gateways. Waits at most this long for the first one. */
  List<String> receive(Duration wait);

  @Override
  void close();
}
