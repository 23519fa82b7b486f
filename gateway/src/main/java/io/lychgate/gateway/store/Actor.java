package io.lychgate.gateway.store;

import org.jspecify.annotations.Nullable;

/**
 * The author of an action, as the audit trail names it.
 *
 * @param address address of the client; null for the gateway itself and for commands
 */
public record Actor(String name, @Nullable String address) {

  /** The gateway itself. */
  public static final Actor SYSTEM = new Actor("system", null);
}
