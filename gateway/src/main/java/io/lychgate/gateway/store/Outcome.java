package io.lychgate.gateway.store;

/** What became of a write. Everything that a caller can meet in normal life is a value here, not an exception. */
public sealed interface Outcome<T> {

  /** Written and durable. */
  record Done<T>(T value) implements Outcome<T> {}

  /** There is no such thing. */
  record Missing<T>(String sentence) implements Outcome<T> {}

  /** It has changed since the caller read it. */
  record Stale<T>(long currentVersion) implements Outcome<T> {}

  /** Its present state does not allow it, or the name is taken. */
  record Conflict<T>(String sentence) implements Outcome<T> {}
}
