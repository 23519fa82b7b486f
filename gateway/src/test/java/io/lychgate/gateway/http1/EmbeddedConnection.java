package io.lychgate.gateway.http1;

import io.lychgate.casper.SkipReason;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.exchange.AddressRanges;
import io.lychgate.gateway.exchange.ChallengeEndpoint;
import io.lychgate.gateway.exchange.ClientConnection;
import io.lychgate.gateway.exchange.HealthEndpoint;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.exchange.Snapshot;
import io.lychgate.gateway.experiment.RunningExperiments;
import io.lychgate.gateway.loop.DescriptorBudget;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.Readiness;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.plugin.PluginSet;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.gateway.route.PolicyChain;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.route.Router;
import io.lychgate.gateway.testkit.LoneLoop;
import io.lychgate.scheduler.PriorityOverride;
import io.lychgate.scheduler.PriorityPolicy;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A client connection of HTTP/1.1 without a socket: bytes in, bytes out. Every request goes through the real pipeline of exchanges to
 * one of two routes. Its responder is the test.
 */
final class EmbeddedConnection implements AutoCloseable {
  private static final RouteConfig ROUTE =
      RouteConfig.of("all", PathPattern.glob("/*"), RouteAction.ProxyAction.of("app"));

  /** Takes WebSockets. */
  private static final RouteConfig SOCKET = RouteConfig.of(
      "socket", PathPattern.glob("/socket"), new RouteAction.ProxyAction("app", false, null, true));

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Observatory observatory =
      new Observatory(List.of(channel.eventLoop()), Ticker.system());
  private final DescriptorBudget descriptors = DescriptorBudget.ofProcess(Ticker.system());
  private final List<Begun> begun = new ArrayList<>();
  private final ClientConnection client;
  private final Http1Edge edge;

  EmbeddedConnection() {
    ListenerConfig listener = ListenerConfig.of("public", "127.0.0.1", 0, null);
    LoopObserver observer = observatory.of(channel.eventLoop());
    ConnectionRecord record =
        observer.connectionOpened(0, WireProtocol.HTTP_1_1, channel.remoteAddress());
    client = new ClientConnection(
        loop(snapshot(listener)),
        listener,
        Protocol.HTTP_1_1,
        record,
        null,
        null,
        null,
        AddressRanges.of(List.of()));
    edge = Http1Edge.addTo(channel.pipeline(), client);
  }

  private LoopContext loop(Snapshot snapshot) {
    return LoneLoop.of(channel.eventLoop(), observatory, descriptors, () -> snapshot);
  }

  private Snapshot snapshot(ListenerConfig listener) {
    SiteConfig site = new SiteConfig(List.of(HostPattern.of("localhost")), List.of(ROUTE, SOCKET));
    GatewayConfig config =
        GatewayConfig.of(List.of(listener), Map.of(), List.of(site), Path.of("").toAbsolutePath());
    Router router = new Router(
        List.of(site),
        (route, of) -> new Route(1, 1, route, of.altSvc(), PolicyChain.of((context, sink) -> {
          Begun responder = new Begun(context.request(), context.hasBody(), sink);
          begun.add(responder);
          return responder;
        })));
    return new Snapshot(
        1,
        config,
        router,
        ManifestIndex.EMPTY,
        PushSettings.of(config.push()),
        new PriorityOverride(new PriorityPolicy(true, true)),
        new HealthEndpoint(new Readiness()),
        new ChallengeEndpoint(),
        null,
        null,
        null,
        PluginSet.NONE,
        RunningExperiments.NONE,
        new EnumMap<>(SkipReason.class));
  }

  /** Sends bytes of the client, and runs the loop until it is idle. */
  EmbeddedConnection send(String bytes) {
    channel.writeInbound(ByteBufUtil.writeAscii(channel.alloc(), bytes));
    run();
    return this;
  }

  private void run() {
    channel.runPendingTasks();
  }

  /** Returns the bytes for the client since the last call. */
  String received() {
    run();
    StringBuilder text = new StringBuilder();
    for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      text.append(out.toString(StandardCharsets.ISO_8859_1));
      out.release();
    }
    return text.toString();
  }

  boolean isOpen() {
    run();
    return channel.isOpen();
  }

  /** Ends the connection after the request in progress. */
  void drain() {
    edge.drain();
  }

  /** Ends the connection after one more request. */
  void drainSoon() {
    edge.drainSoon();
  }

  /** Returns the number of requests that reached the route. */
  int requests() {
    return begun.size();
  }

  /** Returns the last request that reached the route. */
  Begun last() {
    return begun.get(begun.size() - 1);
  }

  @Override
  public void close() {
    channel.finishAndReleaseAll();
    descriptors.close();
  }

  /** A request at its route, and methods to respond. */
  final class Begun implements Responder {
    private final RequestHead request;
    private final boolean hasBody;
    private final ResponseSink sink;
    private final StringBuilder body = new StringBuilder();
    private Fields trailers = new Fields(0);
    private boolean isEnded;
    private boolean isCancelled;

    private Begun(RequestHead request, boolean hasBody, ResponseSink sink) {
      this.request = request;
      this.hasBody = hasBody;
      this.sink = sink;
    }

    @Override
    public void requestData(ByteBuf data, boolean end) {
      int bytes = data.readableBytes();
      body.append(data.toString(StandardCharsets.ISO_8859_1));
      data.release();
      isEnded |= end;
      sink.requestConsumed(bytes);
    }

    @Override
    public void requestTrailers(Fields received) {
      trailers = received;
      isEnded = true;
    }

    @Override
    public void sinkWritable() {}

    @Override
    public void cancel() {
      isCancelled = true;
    }

    RequestHead request() {
      return request;
    }

    String body() {
      return body.toString();
    }

    Fields trailers() {
      return trailers;
    }

    boolean hasBody() {
      return hasBody;
    }

    boolean isEnded() {
      return isEnded;
    }

    boolean isCancelled() {
      return isCancelled;
    }

    /** Responds with a body of known length. */
    void respond(int status, String text) {
      head(status, false, "content-length", Integer.toString(text.length()));
      data(text, true);
    }

    /** Switches protocols. This request then gets the bytes of the client. */
    void upgrade() {
      sink.upgraded(new ResponseHead(101, new Fields()), this);
    }

    void head(int status, boolean end, String... fields) {
      Fields all = new Fields();
      for (int i = 0; i < fields.length; i += 2) {
        all.add(AsciiString.of(fields[i]), fields[i + 1]);
      }
      sink.head(new ResponseHead(status, all), end);
    }

    void data(String text, boolean end) {
      sink.data(ByteBufUtil.writeAscii(channel.alloc(), text), end);
      sink.flush();
    }

    void trailers(String name, String value) {
      sink.trailers(new Fields().add(AsciiString.of(name), value));
      sink.flush();
    }
  }
}
