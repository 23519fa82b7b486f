package io.lychgate.gateway.exchange;

import io.lychgate.gateway.loop.FlushQueue;

/** The flush of a client connection at the end of a round, measured now and then: the other half of what a request costs. */
public abstract class ClientFlush extends FlushQueue.Flushable {
  private final ClientConnection client;

  protected ClientFlush(ClientConnection client) {
    this.client = client;
  }

  /** Writes what is queued to the socket. */
  protected abstract void flush();

  @Override
  protected final void flushNow() {
    long started = client.flushStarted();
    flush();
    client.flushEnded(started);
  }
}
