package io.lychgate.gateway.cache;

import io.lychgate.gateway.cache.CacheStatus.Forward;
import io.lychgate.gateway.config.policy.CachePolicy;
import io.lychgate.gateway.http.CacheControl;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponderFactory;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.observe.count.CacheCount;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The cache in front of a route's responder (RFC 9111). READ FIRST: {@link #respond} has the decisions on a request from top to bottom.
 *
 * <pre>
 *   no GET or HEAD, a body, no-store ...  ──> the responder of the route; a success of an unsafe method invalidates
 *   a stored response that may be used    ──> the client; if it is stale, a fill begins behind it
 *   a response that may be on disk        ──> {@link DiskWait}, then again from the top
 *   a range, or HEAD                      ──> the responder of the route: neither fills
 *   anything else                         ──> a {@link Fill}: a new one, or one in progress of the same loop
 * </pre>
 *
 * <p>One object serves all exchanges of a snapshot on all loops.
 */
public final class ResponseCache implements ResponderFactory {
  /** RFC 9111 section 5.4. */
  private static final AsciiString PRAGMA_NO_CACHE = AsciiString.cached("no-cache");

  private static final Fields NO_FIELDS = new Fields(0);

  /** Bytes that are sent at once: they are shared and in memory, so that a wait for the client would save nothing. */
  private static final int AT_ONCE = 64 * 1024;

  /** Tags of one response; more would not be purged one by one. */
  private static final int MAX_TAGS = 64;

  private static final int MAX_TAG_LENGTH = 256;

  private final CachePolicy policy;
  private final KeyRule keys;
  private final AsciiString tagField;
  private final ResponseStore store;
  private final ResponderFactory origin;
  private final boolean isPrivate;
  private final int number;
  private final IntFunction<LoopCache> loops;

  /**
   * @param route distinguishes routes that serve the same URL in different ways
   * @param isPrivate true if a step of the route authenticates clients
   * @param number number of the route in counters
   * @param origin the responder of the route
   * @param loops returns the fills of an event loop by its number
   */
  public ResponseCache(
      CachePolicy policy,
      String route,
      boolean isPrivate,
      int number,
      ResponseStore store,
      ResponderFactory origin,
      IntFunction<LoopCache> loops) {
    this.policy = policy;
    this.keys = new KeyRule(route, policy.cacheKey());
    this.tagField = FieldNames.canonical(policy.tags());
    this.isPrivate = isPrivate;
    this.number = number;
    this.store = store;
    this.origin = origin;
    this.loops = loops;
  }

  @Override
  public Responder respond(RequestContext context, ResponseSink sink) {
    return respond(context, sink, null);
  }

  /** @param loaded the responses that were read from the disk for this request; null if it may still wait for them */
  Responder respond(RequestContext context, ResponseSink sink, @Nullable LoadedResponses loaded) {
    RequestHead request = context.request();
    Fields fields = request.fields();
    boolean isHead = request.isMethod(HttpMethod.HEAD.asciiName());
    if (context.isTunnel()) {
      return origin.respond(context, sink);
    }
    if (!isHead && !request.isMethod(HttpMethod.GET.asciiName())) {
      return passMethod(context, sink);
    }
    if (hasContent(context) || isForOrigin(fields) || (isHead && !policy.head())) {
      return pass(context, sink, Forward.BYPASS);
    }
    CacheControl demand = CacheControl.of(policy.obeysClients() ? fields : NO_FIELDS);
    if (demand.isNoStore()) {
      return pass(context, sink, Forward.REQUEST);
    }
    String url = keys.url(request);
    String space = keys.space(fields);
    LoopCache loop = loops.apply(context.loopNumber());
    long now = loop.clock().nanoTime();
    CacheEntry inMemory = store.find(url);
    CacheEntry entry = loaded == null ? inMemory : loaded.orMemory(inMemory);
    StoredResponse stored = entry == null ? null : entry.select(space, fields);
    if (stored != null) {
      Reuse reuse = Reuse.of(policy, stored, demand, isPragma(fields), now);
      if (reuse != Reuse.VALIDATE) {
        Responder responder = hit(new Visit(this, loop, context, sink, url, space), stored, reuse);
        if (responder != null) {
          return responder;
        }
        stored = null; // It was evicted just now.
      }
    }
    if (loaded == null && (entry == null || entry.variants().isEmpty()) && store.isOnDisk(url)) {
      DiskWait wait = new DiskWait(this, loop, context, sink);
      wait.start(url);
      return wait;
    }
    if (demand.isOnlyIfCached()) {
      return refuse(sink);
    }
    Forward why = reason(entry, stored, now);
    if (isHead) {
      return pass(context, sink, why);
    }
    if (fields.contains(HttpHeaderNames.RANGE)) {
      return pass(context, sink, Forward.PARTIAL);
    }
    boolean isApart = isApart(entry, stored, now);
    if (isApart && stored == null && isConditional(fields)) {
      // The client validates a response that is not stored, as without the cache.
      return pass(context, sink, Forward.BYPASS);
    }
    Visit visit = new Visit(this, loop, context, sink, url, space);
    fetch(visit, stored, why, !isApart);
    return visit;
  }

  /**
   * Returns true if the request has a body that means something. The head of an HTTP/3 request comes before its end, so an unknown
   * length alone is no body. A fill sends no body, so what comes after all is dropped.
   */
  private static boolean hasContent(RequestContext context) {
    RequestHead request = context.request();
    return context.hasBody()
        && (request.contentLength() > 0
            || request.fields().contains(HttpHeaderNames.TRANSFER_ENCODING));
  }

  /** Returns true for conditions that only the origin can evaluate (RFC 9111 section 4.3.2). */
  private static boolean isForOrigin(Fields fields) {
    return fields.contains(HttpHeaderNames.IF_MATCH)
        || fields.contains(HttpHeaderNames.IF_UNMODIFIED_SINCE);
  }

  private static boolean isConditional(Fields fields) {
    return fields.contains(HttpHeaderNames.IF_NONE_MATCH)
        || fields.contains(HttpHeaderNames.IF_MODIFIED_SINCE);
  }

  private boolean isPragma(Fields fields) {
    CharSequence pragma = fields.get(HttpHeaderNames.PRAGMA);
    return pragma != null
        && policy.obeysClients()
        && !fields.contains(HttpHeaderNames.CACHE_CONTROL)
        && AsciiString.containsIgnoreCase(pragma, PRAGMA_NO_CACHE);
  }

  private static Forward reason(
      @Nullable CacheEntry entry, @Nullable StoredResponse stored, long now) {
    if (stored != null) {
      return stored.remaining(now) > 0 ? Forward.REQUEST : Forward.STALE;
    }
    return entry == null || entry.variants().isEmpty() ? Forward.URI_MISS : Forward.VARY_MISS;
  }

  /** Returns true if clients must not wait for each other, because each needs a response of its own. */
  private static boolean isApart(
      @Nullable CacheEntry entry, @Nullable StoredResponse stored, long now) {
    return stored == null ? entry != null && entry.isApart(now) : !stored.isEverFresh();
  }

  // The responder of the route.

  private Responder pass(RequestContext context, ResponseSink sink, Forward why) {
    count(loops.apply(context.loopNumber()), CacheCount.PASS);
    return origin.respond(context, new PassSink(sink, why, tagField));
  }

  private Responder passMethod(RequestContext context, ResponseSink sink) {
    AsciiString method = context.request().method();
    boolean isSafe = FieldNames.same(method, HttpMethod.OPTIONS.asciiName())
        || FieldNames.same(method, HttpMethod.TRACE.asciiName());
    if (isSafe) {
      return pass(context, sink, Forward.METHOD);
    }
    count(loops.apply(context.loopNumber()), CacheCount.PASS);
    return origin.respond(context, new InvalidatingSink(sink, keys.url(context.request())));
  }

  /**
   * Invalidates stored responses if a request with an unsafe or unknown method succeeds (RFC 9111 section 4.4): that of its URL, and
   * those that the response names on the same host.
   */
  private final class InvalidatingSink extends PassSink {
    private final String url;

    InvalidatingSink(ResponseSink next, String url) {
      super(next, Forward.METHOD, tagField);
      this.url = url;
    }

    @Override
    public void head(ResponseHead head, boolean end) {
      if (head.status() >= 200 && head.status() < 400) {
        invalidate(url, head.fields());
      }
      super.head(head, end);
    }
  }

  private void invalidate(String url, Fields response) {
    store.invalidate(url);
    invalidateLinked(url, response.get(HttpHeaderNames.LOCATION));
    invalidateLinked(url, response.get(HttpHeaderNames.CONTENT_LOCATION));
  }

  private void invalidateLinked(String url, @Nullable CharSequence link) {
    String other = link == null ? null : KeyRule.sameOrigin(url, link);
    if (other != null) {
      store.invalidate(keys.path(other).toString());
    }
  }

  /** RFC 9111 section 5.2.1.7. */
  private static Responder refuse(ResponseSink sink) {
    Fields fields = new Fields().add(HttpHeaderNames.CONTENT_LENGTH, "0");
    CacheStatus.absent(fields);
    sink.head(new ResponseHead(504, fields), true);
    sink.flush();
    return NoResponder.INSTANCE;
  }

  // A stored response.

  /** Responds from a stored response. Returns null if its bytes are gone. */
  private @Nullable Responder hit(Visit visit, StoredResponse stored, Reuse reuse) {
    ByteBuf body = stored.takeBody();
    if (body == null) {
      return null;
    }
    long now = visit.loop().clock().nanoTime();
    StoredReply reply = reply(visit, stored, now);
    CacheStatus.hit(reply.head().fields(), stored.remaining(now));
    count(visit.loop(), reuse == Reuse.FRESH ? CacheCount.HIT : CacheCount.STALE);
    saved(visit.loop(), reply);
    if (reuse == Reuse.STALE_BEHIND) {
      fetchBehind(visit, stored);
    }
    return send(visit, stored, reply, body, AT_ONCE);
  }

  /** Sends a stored response: a twin that the compression of the route selects, or the plain body. It takes ownership of that. */
  Responder send(Visit visit, StoredResponse stored, StoredReply reply, ByteBuf body, int atOnce) {
    if (reply.head().status() != stored.status()) {
      return visit.send(reply, body, atOnce); // A range, or the client has it.
    }
    boolean isHead = visit.request().isMethod(HttpMethod.HEAD.asciiName());
    ByteBuf twin =
        visit.sink().select(reply.head(), new TwinOffer(store, visit.key().url(), stored, isHead));
    if (twin == null) {
      return visit.send(reply, body, atOnce);
    }
    body.release();
    int end = isHead ? 0 : twin.readableBytes();
    return visit.send(new StoredReply(reply.head(), 0, end), twin, atOnce);
  }

  /** Returns the response to this client from a stored one, with its age. */
  StoredReply reply(Visit visit, StoredResponse stored, long now) {
    StoredReply reply = StoredReply.of(
        visit.request().fields(),
        visit.request().isMethod(HttpMethod.HEAD.asciiName()),
        stored,
        visit.loop().clock().wallMillis());
    reply.head().fields().set(HttpHeaderNames.AGE, new AsciiString(Long.toString(stored.age(now))));
    return reply;
  }

  // A fill.

  /** Joins a fill in progress, or begins one. */
  void fetch(Visit visit, @Nullable StoredResponse stored, Forward why, boolean mayJoin) {
    Fill current = mayJoin ? current(visit) : null;
    if (current == null || !current.join(visit)) {
      new Fill(this, visit, visit, stored, why, mayJoin).start(origin);
    }
  }

  private static @Nullable Fill current(Visit visit) {
    Fill fill = visit.loop().fill(visit.key());
    return fill == null || fill.isOutdated() ? null : fill;
  }

  private void fetchBehind(Visit visit, StoredResponse stored) {
    if (current(visit) == null && visit.loop().adoptOrphan()) {
      new Fill(this, visit, null, stored, Forward.STALE, true).start(origin);
    }
  }

  /** Decides again on a client that cannot use the fill for which it has waited. */
  void retry(Visit visit, boolean mayJoin) {
    long now = visit.loop().clock().nanoTime();
    CacheEntry entry = store.find(visit.key().url());
    Fields fields = visit.request().fields();
    StoredResponse stored = entry == null ? null : entry.select(visit.key().space(), fields);
    if (stored != null && stored.remaining(now) > 0 && stored.isEverFresh()) {
      ByteBuf body = stored.takeBody();
      if (body != null) {
        StoredReply reply = reply(visit, stored, now);
        CacheStatus.hit(reply.head().fields(), stored.remaining(now));
        count(visit.loop(), CacheCount.COALESCED);
        saved(visit.loop(), reply);
        send(visit, stored, reply, body, AT_ONCE);
        return;
      }
    }
    fetch(visit, stored, reason(entry, stored, now), mayJoin);
  }

  // For fills.

  CachePolicy policy() {
    return policy;
  }

  KeyRule keys() {
    return keys;
  }

  ResponseStore store() {
    return store;
  }

  AsciiString tagField() {
    return tagField;
  }

  /** Returns the bytes of the largest body that is stored. */
  long largest() {
    return Math.min(policy.maxObject(), store.largest());
  }

  Storability.Request facts(RequestContext context) {
    Fields fields = context.request().fields();
    return new Storability.Request(
        isPrivate || context.identity() != null || fields.contains(HttpHeaderNames.AUTHORIZATION),
        keys.hasUnkeyedCookies(fields));
  }

  /** Returns the words of the tag field. */
  List<String> tags(Fields response) {
    int at = response.indexOf(tagField, 0);
    if (at < 0) {
      return List.of();
    }
    List<String> tags = new ArrayList<>();
    for (; at >= 0; at = response.indexOf(tagField, at + 1)) {
      for (String tag : response.value(at).toString().split("[ ,\t]+", MAX_TAGS + 1)) {
        if (!tag.isEmpty() && tag.length() <= MAX_TAG_LENGTH && tags.size() < MAX_TAGS) {
          tags.add(tag);
        }
      }
    }
    return List.copyOf(tags);
  }

  void count(LoopCache loop, CacheCount what) {
    loop.observer().cache(number, what, 1);
  }

  /** Counts the bytes of a body that the upstream did not send. */
  void saved(LoopCache loop, StoredReply reply) {
    loop.observer().cache(number, CacheCount.SAVED_BYTES, reply.to() - reply.from());
  }

  void saved(LoopCache loop, long bytes) {
    loop.observer().cache(number, CacheCount.SAVED_BYTES, bytes);
  }
}
