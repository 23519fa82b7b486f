package io.lychgate.gateway.store;

import java.time.Instant;

/** The process that creates the first user of a store. */
public sealed interface FirstUser {

  /** Only the caller creates the user: its password is the valid one. */
  record Ours() implements FirstUser {}

  /**
   * Another process creates or has created the user, whose password has not been changed yet.
   *
   * @param node the name of that node; its output has the one-time password
   * @param at time of its claim, by the clock of the database
   */
  record Theirs(String node, Instant at) implements FirstUser {}

  /** Users exist; there is nothing to report. */
  record Known() implements FirstUser {}
}
