package io.lychgate.gateway.exchange;

import io.lychgate.gateway.loop.FlushQueue;

/** The flush of a client connection at the end of a turn. It is sampled: flushes are the other half of the cost of a request. */
public abstract class ClientFlush extends FlushQueue.Flushable {
  private final ClientConnection client;

  protected ClientFlush(ClientConnection client) {
    this.client = client;
  }

  /** Writes all queued data to the socket. */
  protected abstract void flush();

  @Override
  protected final void flushNow() {
    long started = client.flushStarted();
    flush();
    client.flushEnded(started);
  }
}
