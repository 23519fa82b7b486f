package io.lychgate.gateway.simulate;

import java.util.concurrent.CompletableFuture;

/** A connection of a browser to the target. */
interface BrowserConnection {
  /** Returns h1, h2 or h3. */
  String protocol();

  /** Returns true if requests may run side by side. */
  default boolean isShared() {
    return !protocol().equals("h1");
  }

  boolean isOpen();

  /** Sends a request. Without {@link #isShared}, the previous one has ended. */
  CompletableFuture<Fetched> fetch(Wanted wanted);

  void close();
}
