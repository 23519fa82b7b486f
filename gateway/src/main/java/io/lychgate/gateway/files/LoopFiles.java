package io.lychgate.gateway.files;

import io.lychgate.gateway.config.RouteAction.StaticAction;
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
 * Answers the requests of static routes on one event loop. That loop only.
 *
 * <p>What is in memory and fresh is answered at once, without a system call and with a handful of small objects;
 * everything else becomes a {@link FileExchange}.
 */
public final class LoopFiles {
  /** Actions of configurations that were replaced are forgotten, all at once, when there are so many. */
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

  /** Answers into the sink, at once or later. The result takes what else comes of the request. */
  public Responder answer(StaticAction action, RequestHead request, ResponseSink sink) {
    boolean isGet = request.isMethod(HttpMethod.GET.asciiName());
    if (!isGet && !request.isMethod(HttpMethod.HEAD.asciiName())) {
      return new Answered(sink).send(Refusal.METHOD_NOT_ALLOWED, true);
    }
    StaticRoute route = routeOf(action);
    FileKey key = keyOf(route.root(), request.path());
    if (key == null) {
      return new Answered(sink).send(Refusal.NOT_FOUND, isGet);
    }
    ServedFile file = server.cached(key);
    long now = clock.nanoTime();
    if (file == null || !file.isUsable(now)) {
      return look(route, request, sink, isGet);
    }
    if (!file.isFresh(now)) {
      lookAgain(route.root(), request.path());
    }
    FileAnswer answer = decide(route, request, isGet, file);
    FileExchange reading =
        isGet && !answer.isInMemory() ? waiting(route, request, sink, true) : null;
    if (reading == null) {
      return new Answered(sink).send(answer, isGet);
    }
    reading.read(answer);
    return reading;
  }

  FileAnswer decide(StaticRoute route, RequestHead request, boolean isGet, ServedFile file) {
    FileRequest fields = FileRequest.of(request.fields(), isGet);
    return FileAnswer.decide(fields, file, route.cacheControl(), clock.wallMillis());
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

  /** What to ask the cache by. A path without escapes is its own key; null for one that can name no file. */
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
      return new Answered(sink).send(Refusal.NOT_FOUND, isGet);
    }
    exchange.look();
    return exchange;
  }

  /** Null when the path can name no file. */
  private @Nullable FileExchange waiting(
      StaticRoute route, RequestHead request, ResponseSink sink, boolean isGet) {
    TargetPath target = TargetPath.of(request.path());
    return target == null ? null : new FileExchange(this, route, request, sink, isGet, target);
  }

  /** In the background: this request and those until then are served what is there. */
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
