package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.AltSvcUse;
import io.lychgate.gateway.config.ListenerConfig;
import io.lychgate.gateway.config.Protocol;
import io.lychgate.gateway.config.TimelineConfig;
import io.lychgate.gateway.ledger.ClientHash;
import io.lychgate.gateway.ledger.PageViews;
import io.lychgate.gateway.loop.TurnShare;
import io.lychgate.gateway.message.AuthorityHost;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.timeline.ConnectionTimeline;
import io.lychgate.gateway.observe.timeline.LoopTimelines;
import io.lychgate.gateway.push.ConnectionMemory;
import io.netty.util.AsciiString;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the exchanges of one client connection have in common. Event loop only. */
public final class ClientConnection {
  private final LoopContext loop;
  private final ListenerConfig listener;
  private final Protocol protocol;
  private final ConnectionRecord record;
  private final @Nullable String tlsVersion;
  private final @Nullable AltSvc altSvc;

  /** Among those to whom HTTP/3 is advertised bit by bit. */
  private final int altSvcPlace;

  /** The authority of the last exchange and the host in it: on one connection it is nearly always the same. */
  private CharSequence lastAuthority = "";

  private String lastHost = "";

  /** What was told of this client last; null before the first time. */
  private @Nullable ForwardedClient forwarded;

  private final ConnectionMemory memory = new ConnectionMemory();
  private @Nullable PageViews pageViews;
  private long clientHash;
  private boolean isClientHashed;
  private final long watchBefore;
  private boolean hadRequest;
  private @Nullable ConnectionTimeline timeline;
  private boolean draining;

  /** The open streams; a set of its own from the first stream on. */
  private Set<Tunnel> tunnels = Set.of();

  /**
   * @param tlsVersion for the log, null without TLS
   * @param altSvc what responses say of HTTP/3 (RFC 7838), null for nothing
   */
  public ClientConnection(
      LoopContext loop,
      ListenerConfig listener,
      Protocol protocol,
      ConnectionRecord record,
      @Nullable String tlsVersion,
      @Nullable AltSvc altSvc) {
    this.loop = loop;
    this.listener = listener;
    this.protocol = protocol;
    this.record = record;
    this.tlsVersion = tlsVersion;
    this.altSvc = altSvc;
    this.altSvcPlace = altSvc == null ? 0 : AltSvc.placeOf(record.peer());
    this.watchBefore = loop.timelines().lastWatch();
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

  /** Before what is queued goes to the socket; the answer is for {@link #flushEnded}. */
  public long flushStarted() {
    return loop.observer().cycleStarted();
  }

  public void flushEnded(long started) {
    loop.observer().cycleEnded(started, record.protocol(), 0);
  }

  /** What was sent ahead on this connection, and what its cookies said. */
  ConnectionMemory memory() {
    return memory;
  }

  /** A number that the requests of one visitor share: browsers load a page over several HTTP/1.1 connections. */
  long visitor() {
    return protocol == Protocol.HTTP_1_1 && record.peer() instanceof InetSocketAddress peer
        ? ~(long) peer.getAddress().hashCode()
        : record.id();
  }

  /** What was sent ahead on this connection and became of it; null while nothing was. */
  @Nullable
  PageViews pageViews() {
    return pageViews;
  }

  /** The same, made for the first thing that is sent. */
  PageViews openPageViews() {
    PageViews views = pageViews;
    if (views == null) {
      views =
          new PageViews(loop.deadlines(), loop.snapshots().get().config().ledger(), clientHash());
      pageViews = views;
    }
    return views;
  }

  /** Keyed hash of the address, or of the /64 network for IPv6; the same on all connections of a client. */
  long clientHash() {
    if (!isClientHashed) {
      clientHash = ClientHash.of(record.peer());
      isClientHashed = true;
    }
    return clientHash;
  }

  /** The part of each turn of the loop that this client may take, over all of its connections. */
  public TurnShare turnShare() {
    return loop.turns().of(clientHash());
  }

  /** The client has reset a promised stream that had ended for us. */
  public void promiseReset(int stream) {
    if (pageViews != null) {
      pageViews.refused(stream, PageViews.AS_ENDED);
    }
  }

  /** The connection is closed. Event loop only, as everything here. */
  public void closed() {
    if (pageViews != null) {
      pageViews.close();
    }
    if (timeline != null) {
      timeline.closed(System.nanoTime());
    }
  }

  /** Who records what this connection sends; null for nearly every one. */
  public @Nullable ConnectionTimeline timeline() {
    return timeline;
  }

  /** The same, asked with each request: it may be the one for which this connection is recorded. */
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

  /** The Alt-Svc field of a response now; null for none. */
  @Nullable
  AsciiString altSvc(AltSvcUse use) {
    if (altSvc == null || use == AltSvcUse.OMIT) {
      return null;
    }
    return use == AltSvcUse.CLEAR ? AltSvc.clear() : altSvc.valueFor(altSvcPlace);
  }

  /** The connection takes no new exchanges: HTTP/1.1 responses say {@code Connection: close} from now on. */
  public void drain() {
    draining = true;
    List.copyOf(tunnels).forEach(Tunnel::goAway);
  }

  void opened(Tunnel tunnel) {
    if (tunnels.isEmpty()) {
      tunnels = new HashSet<>();
    }
    tunnels.add(tunnel);
  }

  void closed(Tunnel tunnel) {
    if (!tunnels.isEmpty()) {
      tunnels.remove(tunnel);
    }
  }

  public boolean isDraining() {
    return draining;
  }

  /** What an upstream is told of this client. */
  ForwardedClient forwarded(CharSequence authority) {
    ForwardedClient told = forwarded;
    if (told == null || !told.isFor(record.client(), authority)) {
      told = ForwardedClient.of(record.client(), authority, isSecure());
      forwarded = told;
    }
    return told;
  }

  /** Host of an authority: lower case, without port and the dot of a fully qualified name. */
  String hostOf(CharSequence authority) {
    if (!AsciiString.contentEquals(authority, lastAuthority)) {
      lastHost = AuthorityHost.of(authority.toString());
      lastAuthority = authority;
    }
    return lastHost;
  }
}
