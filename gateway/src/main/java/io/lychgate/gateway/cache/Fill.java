package io.lychgate.gateway.cache;

import io.lychgate.gateway.cache.CacheStatus.Forward;
import io.lychgate.gateway.http.HttpDate;
import io.lychgate.gateway.http.SharedFreshness;
import io.lychgate.gateway.http.Variants;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.HopFields;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponderFactory;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.observe.count.CacheCount;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Fetches a response for its clients, and stores it if that is allowed. The first client leads: its request is forwarded. Others may
 * join until the response has ended, if it turns out that they may share it. Event loop only.
 *
 * <pre>
 *   AWAITING --304 --------------------> DONE        the stored response is fresh again, for all
 *      |   \---error, stale allowed ---> DONE        the stored response serves, for all
 *      |----may be stored ----> CAPTURING --end----> DONE        each client reads at its own pace
 *      |                            |--too large---> WINDOWED    the slowest client sets the pace
 *      \----must not be -------> DIRECT              only the leader; all others begin anew
 * </pre>
 */
final class Fill implements ResponseSink {
  /** Time in which clients of a URL do not wait for each other after a response that they could not share. */
  private static final Duration APART = Duration.ofMinutes(2);

  /** Bytes that a response which is too large may be ahead of its slowest client. */
  private static final int WINDOW = 256 * 1024;

  private enum State {
    AWAITING,
    CAPTURING,
    WINDOWED,
    DIRECT,
    DONE
  }

  private final ResponseCache cache;
  private final LoopCache loop;
  private final LoopCache.Key key;
  private final Visit origin;
  private final Storability.Request facts;
  private final Forward why;
  private final boolean isShared;
  private final List<Visit> readers = new ArrayList<>(2);
  private final long stamp;
  private final long startNanos;

  /** The client whose request is forwarded; null for a fill behind a stale response, and after it has left. */
  private @Nullable Visit leader;

  /** The response to validate, whose body this object holds; null for a fill without one. */
  private @Nullable StoredResponse stored;

  private @Nullable ByteBuf pinned;
  private Responder source = NoResponder.INSTANCE;
  private State state = State.AWAITING;
  private boolean isOrphan;
  private boolean isComplete;
  private @Nullable Fields trailers;
  private @Nullable FillBody body;

  // The response, from its head on.
  private int status;
  private Fields kept = new Fields(0);
  private @Nullable SharedFreshness freshness;
  private List<AsciiString> vary = List.of();
  private List<String> tags = List.of();
  private long headNanos;

  /**
   * @param visit the client from whose request the fill comes
   * @param leader the same, or null if it already has a response
   * @param stored the response to validate; null for none
   * @param isShared true if others may join
   */
  Fill(
      ResponseCache cache,
      Visit visit,
      @Nullable Visit leader,
      @Nullable StoredResponse stored,
      Forward why,
      boolean isShared) {
    this.cache = cache;
    this.loop = visit.loop();
    this.key = visit.key();
    this.origin = visit;
    this.leader = leader;
    this.isOrphan = leader == null;
    this.why = why;
    this.isShared = isShared;
    this.facts = cache.facts(visit.context());
    this.startNanos = loop.clock().nanoTime();
    this.stamp = cache.store().beginFill(key.url());
    this.pinned = stored == null ? null : stored.takeBody();
    this.stored = pinned == null ? null : stored;
  }

  /** Sends the request. */
  void start(ResponderFactory responders) {
    if (isShared) {
      loop.begin(key, this);
    }
    if (leader != null) {
      readers.add(leader);
      leader.await(this, false);
    }
    RequestHead request = cache.keys().forUpstream(origin.request());
    if (stored != null) {
      StoredFields.addValidators(request.fields(), stored.fields());
    }
    Responder started =
        responders.respond(new FillContext(origin.context(), request, leader == null), this);
    source = started;
    if (state == State.DONE) {
      started.cancel();
    }
  }

  // Clients.

  /** Returns true if its response may be older than an invalidation or a purge. Clients that come later get a newer one. */
  boolean isOutdated() {
    return cache.store().isOutdated(key.url(), stamp);
  }

  /** Adds a client. Returns false if it cannot share the response. */
  boolean join(Visit visit) {
    if (state == State.AWAITING) {
      readers.add(visit);
      visit.await(this, true);
      return true;
    }
    if (state != State.CAPTURING || !mayShareWith(visit)) {
      return false;
    }
    readers.add(visit);
    visit.await(this, false);
    beginFollower(visit, false);
    writable(visit);
    return true;
  }

  /** Returns true if the response is selected by the request of this client, too (RFC 9111 section 4.1). */
  private boolean mayShareWith(Visit visit) {
    Fields own = origin.request().fields();
    Fields other = visit.request().fields();
    for (AsciiString name : vary) {
      if (!Objects.equals(
          StoredResponse.selectingValue(own, name), StoredResponse.selectingValue(other, name))) {
        return false;
      }
    }
    return isEverFresh();
  }

  private boolean isEverFresh() {
    SharedFreshness of = freshness;
    return of != null
        && !of.control().isNoCache()
        && Storability.lifetime(cache.policy(), status, of) > of.ageSeconds();
  }

  /** Removes a client that has left. */
  void leave(Visit visit) {
    readers.remove(visit);
    if (visit == leader) {
      leader = null;
    }
    if (isComplete) {
      releaseIfRead();
      return;
    }
    boolean isNeeded = !readers.isEmpty() || isOrphan || adopt();
    if (state == State.DIRECT || !isNeeded) {
      stop();
    } else {
      advanced();
    }
  }

  /** A client can take more. */
  void writable(Visit visit) {
    if (state == State.DIRECT) {
      source.sinkWritable();
      return;
    }
    if (body != null) {
      visit.pump(body, isComplete, visit == leader ? trailers : null);
      visit.sink().flush();
    }
    advanced();
  }

  /** Frees what all clients have read, and lets the upstream continue. */
  private void advanced() {
    if (isComplete) {
      readers.removeIf(Visit::isDone);
      releaseIfRead();
    } else if (state == State.WINDOWED && body != null) {
      readers.removeIf(Visit::isDone);
      dropLaggards(body);
      body.freeBefore(slowest(body));
      if (readers.size() == 1 && readers.get(0).position() == body.length()) {
        // The only client has all that was kept for it. The rest needs no copy.
        leader = readers.get(0);
        state = State.DIRECT;
        body.release();
        body = null;
      }
      if (isWritable()) {
        source.sinkWritable();
      }
    }
  }

  /** Returns the position of the slowest client. */
  private long slowest(FillBody of) {
    long slowest = of.length();
    for (Visit reader : readers) {
      slowest = Math.min(slowest, reader.position());
    }
    return slowest;
  }

  private void releaseIfRead() {
    if (readers.isEmpty() && body != null) {
      body.release();
      body = null;
    }
  }

  // The response.

  @Override
  public void informational(ResponseHead head) {
    if (state == State.AWAITING && leader != null) {
      leader.sink().informational(head);
    }
  }

  @Override
  public void head(ResponseHead head, boolean end) {
    if (state != State.AWAITING) {
      return;
    }
    HopFields.strip(head.fields());
    status = head.status();
    headNanos = loop.clock().nanoTime();
    tags = cache.tags(head.fields());
    head.fields().remove(cache.tagField());
    StoredResponse validated = stored;
    if (validated != null && status == 304) {
      freshen(validated, head.fields());
    } else if (validated != null && isFailure() && mayServeStale(validated)) {
      source.cancel();
      serve(validated, 0);
    } else {
      receive(head, end);
    }
  }

  private boolean isFailure() {
    return status == 500 || status == 502 || status == 503 || status == 504;
  }

  private boolean mayServeStale(StoredResponse response) {
    return Reuse.onError(cache.policy(), response, loop.clock().nanoTime());
  }

  private void receive(ResponseHead head, boolean end) {
    Fields fields = head.fields();
    SharedFreshness read = readFreshness(fields);
    freshness = read;
    Storability verdict = Storability.of(cache.policy(), facts, head, read, cache.largest());
    if (verdict == Storability.STORED) {
      capture(head, end);
      return;
    }
    if (stored != null && status < 500) {
      // The newer response replaces it, although it cannot be stored.
      cache.store().drop(key.url(), stored);
    }
    if (status < 500) {
      keepApart();
    }
    passToLeader(head, end);
  }

  /** RFC 9110 section 6.6.1. The field of a stored response does not change from client to client. */
  private void addDate(Fields fields) {
    if (!fields.contains(HttpHeaderNames.DATE)) {
      fields.add(
          HttpHeaderNames.DATE,
          HttpDate.format(TimeUnit.MILLISECONDS.toSeconds(loop.clock().wallMillis())));
    }
  }

  private void keepApart() {
    long now = loop.clock().nanoTime();
    CacheEntry entry = cache.store().find(key.url());
    // A page that is never stored needs no new note for each of its requests.
    if (entry == null || !entry.isApart(now + APART.toNanos() / 2)) {
      cache.store().keepApart(key.url(), now + APART.toNanos());
    }
  }

  private SharedFreshness readFreshness(Fields fields) {
    return SharedFreshness.of(
        fields,
        TimeUnit.MILLISECONDS.toSeconds(loop.clock().wallMillis()),
        TimeUnit.NANOSECONDS.toSeconds(headNanos - startNanos));
  }

  /** Passes the response on to the leader alone. */
  private void passToLeader(ResponseHead head, boolean end) {
    state = State.DIRECT;
    loop.end(key, this);
    List<Visit> others = takeFollowers();
    Visit client = leader;
    if (client == null) {
      stop();
    } else {
      cache.count(loop, CacheCount.MISS);
      CacheStatus.filled(head.fields(), why, status, false, false);
      client.handedOver();
      if (end) {
        client.ended();
        finish();
      }
      client.sink().head(head, end);
    }
    others.forEach(visit -> cache.retry(visit, false));
  }

  private List<Visit> takeFollowers() {
    List<Visit> others = new ArrayList<>(readers);
    others.remove(leader);
    readers.removeAll(others);
    others.forEach(Visit::released);
    return others;
  }

  private void capture(ResponseHead head, boolean end) {
    Fields fields = head.fields();
    addDate(fields);
    kept = StoredFields.of(fields, Objects.requireNonNull(freshness).control());
    vary = Variants.names(fields);
    state = State.CAPTURING;
    body = new FillBody(cache.store(), head.contentLength());
    List<Visit> others = takeFollowers();
    if (leader != null) {
      beginLeader(leader, head, end);
    }
    for (Visit visit : others) {
      if (!visit.isDone() && mayShareWith(visit)) {
        readers.add(visit);
        visit.await(this, false);
        beginFollower(visit, end);
      } else if (!visit.isDone()) {
        cache.retry(visit, isEverFresh());
      }
    }
    if (end) {
      complete();
    } else if (readers.isEmpty() && !isOrphan && !adopt()) {
      stop();
    }
  }

  /** Continues without a client, for the sake of the store. Returns false if too many fills do so. */
  private boolean adopt() {
    isOrphan = state == State.CAPTURING && loop.adoptOrphan();
    return isOrphan;
  }

  private void beginLeader(Visit client, ResponseHead head, boolean isWhole) {
    cache.count(loop, CacheCount.MISS);
    Fields fields = head.fields();
    boolean isKnown = isNotModified(client);
    CacheStatus.filled(fields, why, status, true, false);
    if (isKnown) {
      readers.remove(client);
      leader = null;
      client.released();
      client.begin(StoredReply.notModified(fields), true);
      client.sink().flush();
    } else {
      client.begin(head, isWhole);
      if (isWhole) {
        client.sink().flush();
      }
    }
  }

  private void beginFollower(Visit client, boolean isWhole) {
    cache.count(loop, CacheCount.COALESCED);
    Fields fields = kept.copy();
    SharedFreshness of = Objects.requireNonNull(freshness);
    long age =
        of.ageSeconds() + TimeUnit.NANOSECONDS.toSeconds(loop.clock().nanoTime() - headNanos);
    fields.set(HttpHeaderNames.AGE, new AsciiString(Long.toString(age)));
    CacheStatus.filled(fields, why, status, true, true);
    if (isNotModified(client)) {
      readers.remove(client);
      client.released();
      client.begin(StoredReply.notModified(fields), true);
    } else {
      client.begin(new ResponseHead(status, fields), isWhole);
    }
    client.sink().flush();
  }

  private boolean isNotModified(Visit client) {
    SharedFreshness of = freshness;
    return of != null && StoredReply.isNotModified(client.request().fields(), status, kept, of);
  }

  @Override
  public void data(ByteBuf data, boolean end) {
    Visit client = leader;
    if (state == State.DIRECT && client != null) {
      if (end) {
        client.ended();
        finish();
      }
      client.sink().data(data, end);
      return;
    }
    FillBody into = body;
    if (into == null || (state != State.CAPTURING && state != State.WINDOWED)) {
      data.release();
      return;
    }
    try {
      into.append(data);
    } finally {
      data.release();
    }
    if (state == State.CAPTURING && (into.length() > cache.largest() || !into.isWithinBudget())) {
      overflow();
    }
    if (state == State.DONE) {
      return; // No client was left for a response that cannot be stored.
    }
    if (end) {
      complete();
    }
    pumpAll();
  }

  /** The response is too large to be stored: from now on the slowest client sets the pace. */
  private void overflow() {
    state = State.WINDOWED;
    loop.end(key, this);
    keepApart();
    if (readers.isEmpty()) {
      stop();
    }
  }

  private void pumpAll() {
    FillBody from = body;
    if (from == null) {
      return;
    }
    for (Visit reader : List.copyOf(readers)) {
      reader.pump(from, isComplete, reader == leader ? trailers : null);
      if (reader.isDone()) {
        reader.sink().flush();
      }
    }
    advanced();
  }

  /** A client that reads nothing must not stop the others. Once a window is between them, it loses its response. */
  private void dropLaggards(FillBody from) {
    for (Visit reader : List.copyOf(readers)) {
      if (from.length() - reader.position() >= WINDOW && isAnyAhead(from, reader)) {
        readers.remove(reader);
        leader = reader == leader ? null : leader;
        reader.released();
        reader.fail(new ExchangeFailure(
            ExchangeFailure.Kind.CLIENT_STALLED,
            "cache: too slow for a response that several clients read"));
      }
    }
  }

  private boolean isAnyAhead(FillBody from, Visit slow) {
    for (Visit reader : readers) {
      if (reader != slow && reader.position() == from.length()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void trailers(Fields received) {
    Visit client = leader;
    if (state == State.DIRECT && client != null) {
      client.ended();
      finish();
      client.sink().trailers(received);
      return;
    }
    if (state == State.CAPTURING || state == State.WINDOWED) {
      trailers = received;
      complete();
      pumpAll();
    }
  }

  /** The response is whole: it is stored, and its clients read on. */
  private void complete() {
    FillBody from = Objects.requireNonNull(body);
    boolean isStored = state == State.CAPTURING;
    isComplete = true;
    if (isStored) {
      store(from);
    }
    finish();
    advanced();
  }

  private void store(FillBody from) {
    ByteBuf whole = from.whole();
    if (whole == null) {
      return;
    }
    SharedFreshness of = Objects.requireNonNull(freshness);
    Fields fields = kept;
    if (status != 204 && !fields.contains(HttpHeaderNames.CONTENT_LENGTH)) {
      // Only now: clients that read along do not know the length.
      fields = kept.copy();
      fields.add(
          HttpHeaderNames.CONTENT_LENGTH, new AsciiString(Integer.toString(whole.capacity())));
    }
    cache
        .store()
        .put(
            key.url(),
            new StoredResponse(
                StoredResponse.Selection.of(key.space(), vary, origin.request().fields()),
                new StoredResponse.Head(
                    status,
                    fields,
                    of,
                    Storability.lifetime(cache.policy(), status, of),
                    headNanos,
                    tags),
                whole),
            stamp);
  }

  // A stored response serves.

  private void freshen(StoredResponse validated, Fields update) {
    Fields merged = StoredFields.merge(validated.fields(), update);
    addDate(merged);
    SharedFreshness read = readFreshness(merged);
    freshness = read;
    StoredFields.removeUnstored(merged, read.control());
    StoredResponse fresh = validated.freshened(
        merged,
        read,
        Storability.lifetime(cache.policy(), validated.status(), read),
        headNanos,
        tags.isEmpty() ? validated.tags() : tags);
    if (fresh == null) {
      throw new IllegalStateException("body: released (expected: held by this fill)");
    }
    if (read.control().isKeptFromMany()) {
      cache.store().drop(key.url(), validated);
      serve(fresh, 304);
      fresh.release();
      return;
    }
    ByteBuf held = fresh.takeBody();
    cache.store().put(key.url(), fresh, stamp);
    serve(fresh, 304);
    if (held != null) {
      held.release();
    }
  }

  /**
   * Serves all clients from this response.
   *
   * @param upstreamStatus 304 after a validation; 0 if the upstream has failed
   */
  private void serve(StoredResponse response, int upstreamStatus) {
    boolean isValidated = upstreamStatus == 304;
    List<Visit> others = takeFollowers();
    Visit client = leader;
    leader = null;
    readers.clear();
    loop.end(key, this);
    if (client != null) {
      client.released();
      cache.count(loop, isValidated ? CacheCount.VALIDATED : CacheCount.STALE);
      serve(client, response, false);
    }
    for (Visit visit : others) {
      if (visit.isDone()) {
        continue;
      }
      boolean isUsable = isValidated
          && response.isEverFresh()
          && response.matches(key.space(), visit.request().fields());
      if (isUsable
          || (!isValidated && response.matches(key.space(), visit.request().fields()))) {
        cache.count(loop, CacheCount.COALESCED);
        serve(visit, response, true);
      } else {
        cache.retry(visit, false);
      }
    }
    stop();
  }

  private void serve(Visit client, StoredResponse response, boolean isCollapsed) {
    ByteBuf bytes = response.takeBody();
    if (bytes == null) {
      client.fail(new ExchangeFailure(ExchangeFailure.Kind.INTERNAL, "cache: response evicted"));
      return;
    }
    StoredReply reply = cache.reply(client, response, loop.clock().nanoTime());
    CacheStatus.filled(reply.head().fields(), why, status, status == 304, isCollapsed);
    cache.saved(loop, reply);
    cache.send(client, response, reply, bytes, 0);
  }

  // The end.

  @Override
  public void fail(ExchangeFailure failure) {
    if (state == State.DONE) {
      return;
    }
    StoredResponse old = stored;
    if (state == State.AWAITING && old != null && mayServeStale(old)) {
      status = failure.kind().status();
      serve(old, 0);
      return;
    }
    boolean hasBegun = state != State.AWAITING;
    List<Visit> others = takeFollowers();
    Visit client = leader;
    leader = null;
    readers.clear();
    loop.end(key, this);
    finish();
    releaseIfRead();
    if (client != null) {
      if (!hasBegun) {
        cache.count(loop, CacheCount.MISS);
      }
      client.released();
      client.fail(failure);
    }
    for (Visit visit : others) {
      if (visit.hasBegun()) {
        visit.fail(failure);
      } else if (!visit.isDone()) {
        // The failure may be due to the request of the leader.
        cache.retry(visit, false);
      }
    }
  }

  /** Ends without a response. */
  private void stop() {
    if (state != State.DONE) {
      finish();
      source.cancel();
    }
    if (!isComplete) {
      releaseIfRead();
    }
  }

  private void finish() {
    if (state == State.DONE) {
      return;
    }
    state = State.DONE;
    loop.end(key, this);
    cache.store().endFill(key.url());
    if (isOrphan) {
      isOrphan = false;
      loop.orphanEnded();
    }
    ByteBuf held = pinned;
    pinned = null;
    if (held != null) {
      held.release();
    }
  }

  @Override
  public boolean isWritable() {
    Visit client = leader;
    return switch (state) {
      case AWAITING, CAPTURING -> true;
      case WINDOWED -> body != null && body.length() - slowest(body) < WINDOW;
      case DIRECT -> client != null && client.sink().isWritable();
      case DONE -> true;
    };
  }

  @Override
  public boolean isWanted() {
    return state != State.DONE;
  }

  @Override
  public void requestConsumed(int bytes) {}

  @Override
  public void flush() {
    Visit client = leader;
    if (state == State.DIRECT && client != null) {
      client.sink().flush();
      return;
    }
    for (Visit reader : List.copyOf(readers)) {
      reader.sink().flush();
    }
  }
}
