package io.lychgate.gateway.store;

/** The result of a write. Every result that occurs in normal operation is a value here, not an exception. */
public sealed interface Outcome<T> {

  /** Written and durable. */
  record Done<T>(T value) implements Outcome<T> {}

  /** The thing does not exist. */
  record Missing<T>(String sentence) implements Outcome<T> {}

  /** The thing has changed since the caller read it. */
  record Stale<T>(long currentVersion) implements Outcome<T> {}

  /** The present state does not allow the write, or the name is taken. */
  record Conflict<T>(String sentence) implements Outcome<T> {}
}
