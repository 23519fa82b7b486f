package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A protocol without sockets and with several streams on a connection, as HTTP/2 has. The test plays the servers. */
final class StreamsOfTest implements UpstreamProtocol {
  private final List<TestServer> servers = new ArrayList<>();
  private @Nullable TestStream lastLent;

  /** Returns the last stream of an open connection that a request has got. */
  TestStream lastLent() {
    return Objects.requireNonNull(lastLent, "none");
  }

  /** Returns true if the exchange of this sink has a stream of any server. */
  boolean isServing(ResponseSink sink) {
    return servers.stream()
        .flatMap(server -> server.serving.stream())
        .anyMatch(request -> request.sink() == sink);
  }

  @Override
  public ServerConnections.Factory connectionsOf(UpstreamSite site) {
    return (server, owner) -> {
      TestServer made = new TestServer(server, owner);
      servers.add(made);
      return made;
    };
  }

  int servers() {
    return servers.size();
  }

  /** Returns a server by its index in the configuration. */
  TestServer server(int index) {
    return servers.get(index);
  }

  /** The connections to one server. */
  final class TestServer implements ServerConnections {
    private final Endpoint server;
    private final Owner owner;
    private final ArrayDeque<StreamRequest> opening = new ArrayDeque<>();
    private final ArrayDeque<StreamLease> leases = new ArrayDeque<>();
    private final List<StreamRequest> serving = new ArrayList<>();
    private int open;
    private int free;
    private boolean retired;
    private int taken;

    TestServer(Endpoint server, Owner owner) {
      this.server = server;
      this.owner = owner;
    }

    @Override
    public boolean lend(StreamRequest request) {
      if (free == 0) {
        return false;
      }
      free--;
      TestStream stream = new TestStream(this, request, new StreamLease());
      lastLent = stream;
      owner.lent(stream.lease, request);
      serving.add(request);
      taken++;
      request.connected(stream);
      return true;
    }

    @Override
    public boolean mayOpen() {
      return opening.isEmpty();
    }

    @Override
    public void open(StreamRequest request) {
      open++;
      opening.add(request);
      leases.add(new StreamLease());
      owner.lent(leases.getLast(), request);
    }

    /** Returns the number of requests that have got a stream. */
    int taken() {
      return taken;
    }

    int opening() {
      return opening.size();
    }

    /** Accepts the connection that is being opened. Returns its first stream. */
    TestStream accept(int streams) {
      StreamRequest request = opening.remove();
      free += streams - 1;
      TestStream stream = new TestStream(this, request, leases.remove());
      owner.mayServe();
      serving.add(request);
      taken++;
      request.connected(stream);
      return stream;
    }

    void refuse() {
      StreamRequest request = opening.remove();
      ExchangeFailure refused =
          new ExchangeFailure(Kind.CONNECTION_REFUSED, server + ": refused", true);
      owner.connectFailed(refused);
      open--;
      owner.mayServe();
      owner.closed(leases.remove());
      request.connectFailed(refused);
    }

    @Override
    public int openConnections() {
      return open;
    }

    @Override
    public int idleConnections() {
      return 0;
    }

    @Override
    public int closeIdle(int most) {
      return 0;
    }

    @Override
    public void retire() {
      retired = true;
    }

    boolean isRetired() {
      return retired;
    }

    /** Closes a connection without streams. */
    void close() {
      open--;
      owner.closed(new StreamLease());
    }
  }

  /** One stream. It records the request as text. */
  static final class TestStream implements UpstreamStream {
    final StringBuilder request = new StringBuilder();
    private final TestServer server;
    private final StreamRequest exchange;
    private final StreamLease lease;
    private Retry retry = Retry.NONE;

    @Nullable
    String state;

    TestStream(TestServer server, StreamRequest exchange, StreamLease lease) {
      this.server = server;
      this.exchange = exchange;
      this.lease = lease;
    }

    void turnEnds() {
      exchange.begin();
    }

    void respond(int status, String body) {
      head(status);
      piece(body);
      end();
    }

    void end() {
      exchange.end(Unpooled.EMPTY_BUFFER, new Fields());
      ended();
    }

    void head(int status, String... fields) {
      Fields all = new Fields();
      for (int i = 0; i < fields.length; i += 2) {
        all.add(AsciiString.of(fields[i]), fields[i + 1]);
      }
      exchange.head(new ResponseHead(status, all), false);
    }

    void interim(int status) {
      exchange.informational(new ResponseHead(status, new Fields()));
    }

    void fail(Kind kind) {
      ended();
      exchange.failed(new ExchangeFailure(kind, "failed"));
    }

    void piece(String body) {
      exchange.data(Unpooled.copiedBuffer(body, StandardCharsets.US_ASCII));
    }

    void lose(Retry permitted) {
      retry = permitted;
      ended();
      exchange.lost(this, new ExchangeFailure(Kind.CONNECTION_TERMINATED, "lost", true));
    }

    private void ended() {
      server.serving.remove(exchange);
      server.free++;
      server.owner.released(lease);
    }

    @Override
    public void beginWithTurn() {
      state = "begins with the turn";
    }

    @Override
    public void writeHead(RequestHead head, CharSequence host, boolean end) {
      request.append(head.method()).append(' ').append(head.path()).append(end ? "." : " ");
    }

    @Override
    public void writeBody(ByteBuf data, boolean end) {
      int bytes = data.readableBytes();
      request.append(data.toString(StandardCharsets.US_ASCII)).append(end ? "." : " ");
      data.release();
      exchange.bodyWritten(bytes);
    }

    @Override
    public void writeEnd(Fields trailers) {
      request.append("trailers ").append(trailers.size()).append('.');
    }

    @Override
    public void pause() {
      state = "paused";
    }

    @Override
    public void resume() {
      state = "resumed";
    }

    @Override
    public void cancel() {
      state = "cancelled";
      ended();
    }

    @Override
    public Retry mayRetry() {
      return retry;
    }
  }
}
