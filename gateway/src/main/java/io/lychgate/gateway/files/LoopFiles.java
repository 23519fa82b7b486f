package io.lychgate.gateway.files;

import io.lychgate.gateway.config.site.RouteAction.StaticAction;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.EventExecutor;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Serves the requests of static routes on one event loop. That loop only.
 *
 * <p>A fresh file in memory is sent at once, without a system call and with a handful of small objects. Every other request becomes
 * a {@link FileExchange}.
 */
public final class LoopFiles {
  /** At this number of actions, most of replaced configurations, the map is cleared. */
  private static final int MAX_ROUTES = 256;

  private final FileServer server;
  private final EventExecutor loop;
  private final Ticker clock;
  private final LoopDescriptors descriptors;
  private final FileKey probe;
  private final IdentityHashMap<StaticAction, StaticRoute> routes = new IdentityHashMap<>();

  LoopFiles(FileServer server, EventExecutor loop, Ticker clock, LoopDescriptors descriptors) {
    this.server = server;
    this.loop = loop;
    this.clock = clock;
    this.descriptors = descriptors;
    this.probe = FileKey.probe();
  }

  /** Sends the response to the sink, at once or later. The result receives the rest of the request. */
  public Responder respond(StaticAction action, RequestHead request, ResponseSink sink) {
    boolean isGet = request.isMethod(HttpMethod.GET.asciiName());
    if (!isGet && !request.isMethod(HttpMethod.HEAD.asciiName())) {
      return new ImmediateResponder(sink).send(Refusal.METHOD_NOT_ALLOWED, true);
    }
    StaticRoute route = routeOf(action);
    FileKey key = keyOf(route.root(), request.path());
    if (key == null) {
      return new ImmediateResponder(sink).send(Refusal.NOT_FOUND, isGet);
    }
    ServedFile file = server.cached(key);
    long now = clock.nanoTime();
    if (file == null || !file.isUsable(now)) {
      return look(route, request, sink, isGet);
    }
    if (!file.isFresh(now)) {
      lookAgain(route.root(), request.path());
    }
    FileResponse response = decide(route, request, isGet, file);
    FileExchange reading =
        isGet && !response.isInMemory() ? waiting(route, request, sink, true) : null;
    if (reading == null) {
      return new ImmediateResponder(sink).send(response, isGet);
    }
    reading.read(response);
    return reading;
  }

  FileResponse decide(StaticRoute route, RequestHead request, boolean isGet, ServedFile file) {
    FileRequest fields = FileRequest.of(request.fields(), isGet);
    return FileResponse.decide(fields, file, route.cacheControl(), clock.wallMillis());
  }

  FileServer server() {
    return server;
  }

  LoopDescriptors descriptors() {
    return descriptors;
  }

  EventExecutor loop() {
    return loop;
  }

  /** Returns the key of the cache. A path without escapes is its own key. Returns null for a path that cannot name a file. */
  private @Nullable FileKey keyOf(FileRoot root, CharSequence path) {
    int query = AsciiString.indexOf(path, '?', 0);
    int end = query < 0 ? path.length() : query;
    int escape = AsciiString.indexOf(path, '%', 0);
    if (escape < 0 || escape >= end) {
      return probe.aim(root, path, end);
    }
    TargetPath target = TargetPath.of(path);
    return target == null ? null : FileKey.of(root, target);
  }

  private Responder look(StaticRoute route, RequestHead request, ResponseSink sink, boolean isGet) {
    FileExchange exchange = waiting(route, request, sink, isGet);
    if (exchange == null) {
      return new ImmediateResponder(sink).send(Refusal.NOT_FOUND, isGet);
    }
    exchange.look();
    return exchange;
  }

  /** Returns null if the path cannot name a file. */
  private @Nullable FileExchange waiting(
      StaticRoute route, RequestHead request, ResponseSink sink, boolean isGet) {
    TargetPath target = TargetPath.of(request.path());
    return target == null ? null : new FileExchange(this, route, request, sink, isGet, target);
  }

  /** Looks again in the background. This request, and others until then, get the cached file. */
  private void lookAgain(FileRoot root, CharSequence path) {
    TargetPath target = TargetPath.of(path);
    if (target != null) {
      server.lookInBackground(root, target);
    }
  }

  private StaticRoute routeOf(StaticAction action) {
    StaticRoute known = routes.get(action);
    if (known != null) {
      return known;
    }
    if (routes.size() == MAX_ROUTES) {
      routes.clear();
    }
    String cacheControl = action.cacheControl();
    StaticRoute route = new StaticRoute(
        server.root(action.root(), action.index()),
        cacheControl == null ? null : new AsciiString(cacheControl));
    routes.put(action, route);
    return route;
  }
}
