package io.lychgate.gateway.store;

import java.time.Instant;

/** Who makes the first user of a store. */
public sealed interface FirstUser {

  /** The caller does, and nobody else: its password is the one. */
  record Ours() implements FirstUser {}

  /**
   * Another process does, or did; its user has not chosen a password yet.
   *
   * @param node the name of that node, in whose output the one-time password is
   * @param at by the clock of the database
   */
  record Theirs(String node, Instant at) implements FirstUser {}

  /** There are users, and nothing to say. */
  record Known() implements FirstUser {}
}
