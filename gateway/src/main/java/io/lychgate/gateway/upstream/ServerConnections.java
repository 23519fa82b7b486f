package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.channel.Channel;

/**
 * The connections of one loop to one server, in one protocol. It gives streams to requests: at once ({@link #lend}), or after
 * opening a connection ({@link #open}). It knows neither limits nor other servers; its {@link Owner} does. Event loop only.
 */
public interface ServerConnections {
  /** Gives the request a stream of an open connection. Returns false if there is none. */
  boolean lend(StreamRequest request);

  /**
   * Returns true if {@link #open} may be called: not too many connections are being opened. A protocol with several streams on a
   * connection returns false while one that is being opened has room for the request.
   */
  boolean mayOpen();

  /** Returns true if the server permits no stream on an open connection, so that another one in its place would be of no use. */
  default boolean isParked() {
    return false;
  }

  /**
   * Opens a connection and gives the request a stream of it, or fails the request. The connection counts as open from now until
   * {@link Owner#closed}.
   */
  void open(StreamRequest request);

  /** Returns the number of requests that one connection serves at once, as far as it is known. */
  default int streamsPerConnection() {
    return 1;
  }

  /** Returns the number of connections that are open or being opened. */
  int openConnections();

  /** Returns the number of connections that serve no request. */
  int idleConnections();

  /** Closes at most this number of idle connections, the longest idle first. Returns the number closed. */
  int closeIdle(int most);

  /** Closes the idle connections now, and each other one after its last request. */
  void retire();

  /**
   * Takes over an open connection, which counts in the limits already, because its server has selected this protocol. The connection
   * is idle.
   */
  default void adopt(Channel channel) {
    throw new UnsupportedOperationException("adopt: no server selects this protocol later");
  }

  /**
   * Creates the connections to each server of one upstream on one loop. Each new connection goes to {@link Owner#endpoint}, because the
   * addresses of a server may change.
   */
  interface Factory {
    ServerConnections to(Endpoint server, Owner owner);
  }

  /** The owner of the connections: it counts them and has the requests that wait. */
  interface Owner extends LoopServer {
    /** A request gets a stream, or a connection that is opened for it. The lease holds its part of the limits until its end. */
    void lent(StreamLease lease, StreamRequest request);

    /** The stream has become a tunnel, which has no time limit. */
    void tunnelBegan(StreamLease lease);

    /** The stream of this lease has ended, and {@link #lend} may give another one in its place. */
    void released(StreamLease lease);

    /**
     * A connection has closed, or could not be opened.
     *
     * @param lease ends if it was still lent
     */
    void closed(StreamLease lease);

    /** The server accepted no connection. */
    void connectFailed(ExchangeFailure failure);

    /**
     * The server has selected another protocol on this connection. The requests that wait for it get {@link #again}.
     *
     * @return false if no other protocol is allowed; the connection then fails
     */
    default boolean selectedOther(Channel channel) {
      return false;
    }

    /**
     * The server requires HTTP/1.1 instead of HTTP/2 (HTTP_1_1_REQUIRED, RFC 9113 section 7).
     *
     * @return false if no other protocol is allowed
     */
    default boolean requiresHttp1() {
      return false;
    }

    /** Finds a stream for a request whose lease has ended without one. */
    void again(StreamRequest request);

    /** The server takes no WebSocket on its connections. The lease of the request has ended. */
    default void takesNoTunnel(StreamRequest request) {
      request.connectFailed(new ExchangeFailure(
          Kind.UPGRADE_FAILED,
          endpoint() + ": no WebSocket over HTTP/2 (expected: SETTINGS_ENABLE_CONNECT_PROTOCOL, RFC"
              + " 8441 section 3, or http/1.1 in tls.protocols)",
          true));
    }

    /** The value of {@link #streamsPerConnection} may have changed. */
    default void streamsChanged() {}

    /** {@link #lend} or {@link #mayOpen} may now return true. */
    void mayServe();

    /** The value of {@link #idleConnections} has changed. */
    void idleChanged();
  }
}
