package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.ExchangeFailure;

/** An exchange that needs a stream, as the queue and the connections see it. Event loop only. */
public interface StreamRequest extends UpstreamStream.Receiver {
  /** Returns the keyed hash of the client, whose requests have one share of the connections. */
  long client();

  /** Returns the index of the preferred server, or of the server that serves the request. */
  int server();

  void server(int index);

  /** Returns true if the request needs no stream any more. */
  boolean isDone();

  /** Gives the request a stream. */
  void connected(UpstreamStream stream);

  /** Reports that no stream can be had. */
  void connectFailed(ExchangeFailure failure);
}
