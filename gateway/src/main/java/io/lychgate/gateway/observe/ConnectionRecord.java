package io.lychgate.gateway.observe;

import io.lychgate.gateway.observe.census.CloseReason;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of one client connection so far. Event loop only; other threads get a {@link ConnectionView}.
 *
 * <p>It also keeps the HTTP/1 equivalent: the number of connections that a browser would have opened for the same over HTTP/1.1.
 * This is the sum over all authorities of the peak of min(6, exchanges in flight), and at least one.
 */
public final class ConnectionRecord {
  /** Pairs of a party and an authority. A page has few. */
  private static final int MOST_COUNTING = 64;

  final int listener;
  final int slot;
  long exchanges;
  long requests;
  int inFlight;
  long bytesIn;
  long bytesOut;

  private final long id;
  private final WireProtocol protocol;
  private SocketAddress peer;
  private final long openedMillis;
  private @Nullable String client;
  private final AuthorityPeaks peaks = new AuthorityPeaks();

  /** The counters of its listener and protocol. */
  private final PartCounters part;

  /** The counters of its site and protocol; null before its first request. */
  private @Nullable PartCounters site;

  private final long openedNanos;

  /** False for a connection with early data until its handshake has ended. */
  private boolean isCounted;

  private boolean hadHandshake;
  private boolean wasResumed;
  private boolean wasEarly;
  private @Nullable CloseReason closeReason;

  /** CPU time of the handshake; 0 if it was not measured for this connection alone. */
  private long handshakeNanos;

  /** The parties that bear its cost besides the listener; empty for nearly every connection. */
  private List<CpuShare> shares = List.of();

  /** The parties that count the HTTP/1 equivalent of its authorities; empty for nearly every connection. */
  private List<Counting> counting = List.of();

  /** Sampled header bytes of requests whose site is not known yet. */
  private int plainBefore;

  private int codedBefore;

  /** A party that counts the HTTP/1 equivalent of the authority at a place. */
  private record Counting(Http1Share party, int place) {}

  ConnectionRecord(
      long id,
      int slot,
      int listener,
      WireProtocol protocol,
      SocketAddress peer,
      long openedMillis,
      long openedNanos,
      PartCounters part) {
    this.id = id;
    this.slot = slot;
    this.listener = listener;
    this.protocol = protocol;
    this.peer = peer;
    this.openedMillis = openedMillis;
    this.openedNanos = openedNanos;
    this.part = part;
  }

  /** Returns an id that is unique in this process. */
  public long id() {
    return id;
  }

  public WireProtocol protocol() {
    return protocol;
  }

  public SocketAddress peer() {
    return peer;
  }

  /** Sets the new address of a client whose new path is validated (RFC 9000 section 9). */
  public void moved(SocketAddress address) {
    peer = address;
    client = null;
  }

  /** Returns the peer's address without port as text, which is made once for each address. */
  public String client() {
    String text = client;
    if (text == null) {
      text = textOf(peer);
      client = text;
    }
    return text;
  }

  public long openedMillis() {
    return openedMillis;
  }

  public long exchanges() {
    return exchanges;
  }

  public int inFlight() {
    return inFlight;
  }

  /** Returns the number of connections that HTTP/1.1 would have needed; 1 for an HTTP/1.1 connection. */
  public int h1Equivalent() {
    return protocol == WireProtocol.HTTP_1_1 ? 1 : Math.max(1, peaks.sum());
  }

  /** Returns the authorities of its requests so far, up to a bound. */
  List<String> authorities() {
    return peaks.names();
  }

  /** Records a cause for which the connection will end or has ended. Only the first one counts. */
  public void closing(CloseReason reason) {
    if (closeReason == null) {
      closeReason = reason;
    }
  }

  /** Returns the cause of its end; null if none was recorded. */
  public @Nullable CloseReason closeReason() {
    return closeReason;
  }

  /** Returns the authority's place, which {@link #ended} needs. */
  int started(CharSequence authority) {
    int before = h1Equivalent();
    exchanges++;
    inFlight++;
    int place = peaks.started(authority);
    int more = h1Equivalent() - before;
    for (int i = 0; more > 0 && i < counting.size(); i++) {
      Counting each = counting.get(i);
      if (each.place() == place) {
        each.party().needed(more);
      }
    }
    if (more > 0 && isCounted) {
      part.add(Measure.H1_EQUIVALENT, more);
      if (site != null) {
        site.add(Measure.H1_EQUIVALENT, more);
      }
    }
    return place;
  }

  /** Returns the CPU time of its handshake in nanoseconds; 0 if it was not measured for this connection alone. */
  public long handshakeNanos() {
    return handshakeNanos;
  }

  /** Returns true if it had a handshake that did not resume a session. */
  public boolean hadFullHandshake() {
    return hadHandshake && !wasResumed;
  }

  /** Passes the CPU time that it costs from now on also to this party. */
  public void costsAlso(CpuShare party) {
    List<CpuShare> all = new ArrayList<>(shares);
    all.add(party);
    shares = all;
  }

  /**
   * Passes the HTTP/1 equivalent of one authority, so far and from now on, also to this party, once. Other sites may share the connection.
   *
   * @param authorityPlace the place of the authority among those of the connection
   */
  public void equivalentAlsoTo(Http1Share party, int authorityPlace) {
    // Over HTTP/1.1 the connection is one, whatever its requests name.
    int place = protocol == WireProtocol.HTTP_1_1 ? 0 : authorityPlace;
    for (int i = 0; i < counting.size(); i++) {
      Counting each = counting.get(i);
      if (each.party().equals(party) && each.place() == place) {
        return;
      }
    }
    if (counting.size() < MOST_COUNTING) {
      List<Counting> all = new ArrayList<>(counting);
      all.add(new Counting(party, place));
      counting = all;
      party.needed(protocol == WireProtocol.HTTP_1_1 ? 1 : peaks.of(place));
    }
  }

  /** Passes sampled CPU time to the parties that bear it. */
  void spent(long nanos) {
    for (int i = 0; i < shares.size(); i++) {
      shares.get(i).spent(nanos);
    }
  }

  void handshakeTook(long nanos) {
    handshakeNanos = nanos;
  }

  PartCounters part() {
    return part;
  }

  /** Counts the connection as opened. A second call does nothing. */
  void opened() {
    if (!isCounted) {
      isCounted = true;
      countOpened(part);
      if (site != null) {
        countOpened(site);
      }
    }
  }

  boolean isCounted() {
    return isCounted;
  }

  private void countOpened(PartCounters counters) {
    counters.add(Measure.H1_EQUIVALENT, h1Equivalent());
    counters.increment(Measure.OPENED);
  }

  /** Counts its handshake for the listener, and for the site once that is known. */
  void handshake(boolean resumed, boolean early) {
    hadHandshake = true;
    wasResumed = resumed;
    wasEarly = early;
    countHandshake(part);
    if (site != null) {
      countHandshake(site);
    }
  }

  private void countHandshake(PartCounters counters) {
    counters.increment(wasResumed ? Measure.HANDSHAKES_RESUMED : Measure.HANDSHAKES_FULL);
    if (wasEarly) {
      counters.increment(Measure.HANDSHAKES_EARLY);
    }
  }

  /** Counts the connection for the site of its first request. Later calls have no effect. */
  void firstSite(PartCounters first) {
    if (site != null) {
      return;
    }
    site = first;
    if (isCounted) {
      countOpened(first);
    }
    if (hadHandshake) {
      countHandshake(first);
    }
    if (codedBefore > 0) {
      first.add(Measure.FIELDS_IN_PLAIN, plainBefore);
      first.add(Measure.FIELDS_IN_CODED, codedBefore);
    }
  }

  /** Counts a sampled header section of a request. */
  void fieldsIn(int plain, int coded) {
    part.add(Measure.FIELDS_IN_PLAIN, plain);
    part.add(Measure.FIELDS_IN_CODED, coded);
    if (site == null) {
      plainBefore += plain;
      codedBefore += coded;
    } else {
      site.add(Measure.FIELDS_IN_PLAIN, plain);
      site.add(Measure.FIELDS_IN_CODED, coded);
    }
  }

  /** Counts a sampled header section of a response. */
  void fieldsOut(int plain, int coded) {
    part.add(Measure.FIELDS_OUT_PLAIN, plain);
    part.add(Measure.FIELDS_OUT_CODED, coded);
    if (site != null) {
      site.add(Measure.FIELDS_OUT_PLAIN, plain);
      site.add(Measure.FIELDS_OUT_CODED, coded);
    }
  }

  void closed(long nowNanos) {
    if (site != null) {
      countClosed(site, nowNanos);
    }
    countClosed(part, nowNanos);
  }

  private void countClosed(PartCounters counters, long nowNanos) {
    counters.record(Spread.CONNECTION_AGE, (nowNanos - openedNanos) / 1_000_000);
    counters.record(Spread.CONNECTION_REQUESTS, requests);
    counters.increment((closeReason == null ? CloseReason.CLIENT : closeReason).measure());
  }

  void ended(int authorityPlace) {
    inFlight--;
    peaks.ended(authorityPlace);
  }

  /** Returns the text of RFC 5952, without the zone of a link-local address, which has a meaning on this machine only. */
  private static String textOf(SocketAddress address) {
    if (address instanceof InetSocketAddress inet && inet.getAddress() != null) {
      return NetUtil.toAddressString(inet.getAddress());
    }
    return address.toString();
  }
}
