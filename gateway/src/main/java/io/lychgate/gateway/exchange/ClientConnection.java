package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.TimelineConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.site.AltSvcUse;
import io.lychgate.gateway.experiment.ArmCount;
import io.lychgate.gateway.experiment.ArmTally;
import io.lychgate.gateway.experiment.Assigned;
import io.lychgate.gateway.experiment.RunningArm;
import io.lychgate.gateway.ledger.PageViews;
import io.lychgate.gateway.loop.TurnShare;
import io.lychgate.gateway.message.AuthorityHost;
import io.lychgate.gateway.message.ClientCertificate;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.census.CloseReason;
import io.lychgate.gateway.observe.timeline.ConnectionTimeline;
import io.lychgate.gateway.observe.timeline.LoopTimelines;
import io.netty.buffer.ByteBuf;
import io.netty.util.AsciiString;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/** State that all exchanges of one client connection share. Event loop only. */
public final class ClientConnection {
  /** An exchange that does not end by itself, such as a tunnel, so that a drain must end it. */
  interface Lasting {
    void goAway();
  }

  /** Arms that count one connection. A client is in one arm for each layer and site. */
  private static final int MOST_ARMS = 16;

  private final LoopContext loop;
  private final ListenerConfig listener;
  private final Protocol protocol;
  private final ConnectionRecord record;
  private final @Nullable String tlsVersion;
  private final @Nullable ServedNames served;
  private final @Nullable AltSvc altSvc;

  /** The place of this client in a roll-out of HTTP/3. */
  private final int altSvcPlace;

  /** The authority of the last exchange, and its host below. On one connection they are nearly always the same. */
  private CharSequence lastAuthority = "";

  private String lastHost = "";

  /** The last forwarding fields for this client; null before the first request. */
  private @Nullable ForwardedClient forwarded;

  /** The peer of this connection. */
  private final ExchangeClient client;

  private final AddressRanges trustedProxies;

  /** The address that was last compared with {@link #trustedProxies}, and the result. A QUIC client may change its address. */
  private @Nullable SocketAddress comparedPeer;

  private boolean isTrustedProxy;
  private final long watchBefore;
  private boolean hadRequest;
  private @Nullable ConnectionTimeline timeline;
  private boolean draining;

  /** Ends the connection with the means of its protocol; null before the edge is there. */
  private @Nullable Drainable edge;

  /** The arms of experiments that have counted this connection. */
  private List<ArmTally> countedArms = List.of();

  /** The source of {@link #certificate}; null on a listener that asks for none. */
  private @Nullable SSLEngine engine;

  private @Nullable ClientCertificate certificate;

  /** The open exchanges that do not end by themselves. The shared empty set until the first one opens. */
  private Set<Lasting> lasting = Set.of();

  /**
   * @param tlsVersion the TLS version for the log; null without TLS
   * @param served the names that it may be asked for; null without TLS, which may be asked for all
   * @param altSvc the source of the Alt-Svc field (RFC 7838); null for none
   * @param trustedProxies the peers whose forwarding fields name the client
   */
  public ClientConnection(
      LoopContext loop,
      ListenerConfig listener,
      Protocol protocol,
      ConnectionRecord record,
      @Nullable String tlsVersion,
      @Nullable ServedNames served,
      @Nullable AltSvc altSvc,
      AddressRanges trustedProxies) {
    this.loop = loop;
    this.listener = listener;
    this.protocol = protocol;
    this.record = record;
    this.tlsVersion = tlsVersion;
    this.served = served;
    this.altSvc = altSvc;
    this.altSvcPlace = altSvc == null ? 0 : AltSvc.placeOf(record.peer());
    this.client = ExchangeClient.ofConnection(loop, record);
    this.trustedProxies = trustedProxies;
    this.watchBefore = loop.timelines().lastWatch();
  }

  /** Takes the certificate of the client from this engine, once its handshake is complete. */
  public void authenticatedBy(SSLEngine tls) {
    engine = tls;
  }

  /** Returns the certificate of the client; null if it has shown none, or its handshake is not complete. */
  @Nullable
  ClientCertificate clientCertificate() {
    if (certificate == null && engine != null) {
      certificate = ClientCertificate.of(engine.getSession());
    }
    return certificate;
  }

  public LoopContext loop() {
    return loop;
  }

  public ListenerConfig listener() {
    return listener;
  }

  public Protocol protocol() {
    return protocol;
  }

  public ConnectionRecord record() {
    return record;
  }

  public boolean isSecure() {
    return tlsVersion != null;
  }

  /** Returns true if a request for this host belongs on another connection. */
  boolean isMisdirected(String host) {
    return served != null && served.isMisdirected(host);
  }

  /**
   * Returns the payload of the ORIGIN frame that the client gets with the SETTINGS (RFC 8336, RFC 9412); null for no frame.
   *
   * @param port the local port of the connection. Clients may know another one: that of Alt-Svc, if it is configured.
   */
  public @Nullable ByteBuf origins(int port) {
    if (served == null || !listener.originFrame()) {
      return null;
    }
    OriginSet origins = served
        .own()
        .originsOf(
            loop.snapshots().get().config().sites(), listener.altSvc().portFor(port), served);
    return origins.isEmpty() ? null : origins.payload();
  }

  /** Call before queued data goes to the socket. Pass the result to {@link #flushEnded}. */
  public long flushStarted() {
    return loop.observer().cycleStarted();
  }

  public void flushEnded(long started) {
    loop.observer().flushEnded(started, record);
  }

  /**
   * Returns the client of a request: the peer of this connection, or the one that a trusted proxy names.
   *
   * @param request the request as it arrived
   */
  ExchangeClient clientOf(RequestHead request) {
    if (!isTrustedProxy()) {
      return client;
    }
    ForwardedChain chain =
        ForwardedChain.of(request.fields(), listener.clients().forwarded(), trustedProxies);
    return ExchangeClient.behindProxies(loop, record, chain);
  }

  @SuppressWarnings(
      "ReferenceEquality") // An equal address in another object is only compared again.
  private boolean isTrustedProxy() {
    if (trustedProxies.isEmpty()) {
      return false;
    }
    SocketAddress peer = record.peer();
    if (peer != comparedPeer) {
      comparedPeer = peer;
      isTrustedProxy = trustedProxies.contains(peer);
    }
    return isTrustedProxy;
  }

  /** Returns the client of a request that the gateway has promised: the peer of this connection. */
  ExchangeClient client() {
    return client;
  }

  /** Returns the keyed hash of the peer's address, or of the /64 network for IPv6. It is the same on all connections of a client. */
  long clientHash() {
    return client.hash();
  }

  /** Returns the part of each turn of the loop that this client may take, over all of its connections. */
  public TurnShare turnShare() {
    return loop.turns().of(clientHash());
  }

  /** Handles a client's reset of a promised stream that the gateway has already ended. */
  public void promiseReset(int stream) {
    PageViews views = client.pageViews();
    if (views != null) {
      views.refused(stream, PageViews.AS_ENDED);
    }
  }

  /** Records the cause for which the connection will end; the first one counts. */
  public void closing(CloseReason reason) {
    record.closing(reason);
  }

  /** Call when the connection is closed. */
  public void closed() {
    client.closed();
    if (timeline != null) {
      timeline.closed(System.nanoTime());
    }
  }

  /** The recorder of what this connection sends; null for nearly every connection. */
  public @Nullable ConnectionTimeline timeline() {
    return timeline;
  }

  /** Returns {@link #timeline()}. Call once for each request, because a request may start the recording of this connection. */
  public @Nullable ConnectionTimeline timelineFor(CharSequence authority) {
    LoopTimelines timelines = loop.timelines();
    boolean isFirst = !hadRequest;
    hadRequest = true;
    if ((isFirst || timelines.isWatching()) && (timeline == null || !timeline.isRecording())) {
      TimelineConfig config = loop.snapshots().get().config().priority().timeline();
      String host = hostOf(authority);
      timeline = isFirst
          ? timelines.firstRequest(record, host, watchBefore, config)
          : timelines.laterRequest(record, host, watchBefore, config);
    }
    return timeline;
  }

  @Nullable
  String tlsVersion() {
    return tlsVersion;
  }

  /** Returns the current Alt-Svc value for a response; null for none. */
  @Nullable
  AsciiString altSvc(AltSvcUse use) {
    if (altSvc == null || use == AltSvcUse.OMIT) {
      return null;
    }
    return use == AltSvcUse.CLEAR ? AltSvc.clear() : altSvc.valueFor(altSvcPlace);
  }

  /**
   * Returns the Alt-Svc value for a client in an arm of a protocol experiment. A client that must not use HTTP/3 gets {@code clear}: it
   * may know the alternative from before the experiment.
   */
  @Nullable
  AsciiString altSvcOfArm(boolean offersHttp3) {
    return altSvc == null ? null : offersHttp3 ? altSvc.offer() : AltSvc.clear();
  }

  /**
   * Counts the connection for the arms that were chosen before ALPN. Browsers open connections over HTTP/1.1 for requests that
   * another one then takes, and the gateway pays for these, too.
   */
  public void counts(Assigned arms) {
    for (RunningArm each : arms.running()) {
      ArmTally arm = loop.arms().of(each);
      if (protocol == Protocol.HTTP_1_1) {
        record.equivalentAlsoTo(arm, 0);
      }
      countOnce(arm, arms.network());
    }
  }

  /**
   * Counts the connection for an arm, once. Nearly every connection has the same arms for all of its requests.
   *
   * @param network the keyed hash of the client's network
   * @param authorityPlace the place of the request's authority in the connection
   */
  void counts(ArmTally arm, long network, int authorityPlace) {
    record.equivalentAlsoTo(arm, authorityPlace);
    countOnce(arm, network);
  }

  private void countOnce(ArmTally arm, long network) {
    if (countedArms.contains(arm) || countedArms.size() >= MOST_ARMS) {
      if (protocol == Protocol.HTTP_3) {
        arm.spent(loop.observer().meanRequestNanos(record));
      }
      return;
    }
    List<ArmTally> all = new ArrayList<>(countedArms);
    all.add(arm);
    countedArms = all;
    arm.add(network, ArmCount.CONNECTIONS, 1);
    arm.add(ArmCount.HANDSHAKES, record.hadFullHandshake() ? 1 : 0);
    if (protocol == Protocol.HTTP_3) {
      // One read of a UDP socket is for many clients, so the means of the listener stand for the
      // connection's own cost.
      arm.spent(
          loop.observer().meanHandshakeNanos(record) + loop.observer().meanRequestNanos(record));
    } else {
      arm.spent(record.handshakeNanos());
      record.costsAlso(arm);
    }
  }

  /** Stops new exchanges on this connection. HTTP/1.1 responses carry {@code Connection: close} from now on. */
  public void drain() {
    draining = true;
    record.closing(CloseReason.DRAIN);
    List.copyOf(lasting).forEach(Lasting::goAway);
  }

  /** Sets the edge, which ends this connection after the exchanges in flight. */
  public void retiredBy(Drainable protocolEdge) {
    edge = protocolEdge;
  }

  /** Ends this connection after the exchanges in flight, because its client must open another one. */
  void retire() {
    if (draining) {
      return;
    }
    Drainable open = edge;
    if (open == null || protocol == Protocol.HTTP_1_1) {
      // The response in flight says "Connection: close".
      drain();
    } else {
      // The edge is at work on the request of this exchange.
      loop.loop().execute(open::drain);
    }
  }

  void opened(Lasting exchange) {
    if (lasting.isEmpty()) {
      lasting = new HashSet<>();
    }
    lasting.add(exchange);
  }

  void closed(Lasting exchange) {
    if (!lasting.isEmpty()) {
      lasting.remove(exchange);
    }
  }

  public boolean isDraining() {
    return draining;
  }

  /** Returns the forwarding fields that describe this client to upstreams. */
  ForwardedClient forwarded(CharSequence authority) {
    ForwardedClient current = forwarded;
    if (current == null || !current.isFor(record.client(), authority)) {
      current = ForwardedClient.of(record.client(), authority, isSecure());
      forwarded = current;
    }
    return current;
  }

  /** Returns the host of an authority in lower case, without port and without the final dot of a fully qualified name. */
  String hostOf(CharSequence authority) {
    if (!AsciiString.contentEquals(authority, lastAuthority)) {
      lastHost = AuthorityHost.of(authority.toString());
      lastAuthority = authority;
    }
    return lastHost;
  }
}
