package io.lychgate.gateway.simulate;

import io.lychgate.gateway.simulate.Behaviour.Planted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One visitor with a browser: its network, cache and cookies stay between visits, its connections do not. A visit waits for the
 * previous one.
 *
 * <p>Over HTTP/1.1 it has at most six connections, as all browsers; over HTTP/2 and HTTP/3 one. It follows Alt-Svc (RFC 7838) with its
 * next page.
 */
final class SimulatedBrowser {
  private static final int MOST_CONNECTIONS = 6;
  private static final long PATIENCE_SECONDS = 30;
  private static final int ERRORS = 400;
  private static final int NOT_MODIFIED = 304;
  private static final int MOST_COOKIES = 20;
  private static final String OWN_PATH = "/.well-known/lychgate/timings";
  private static final Pattern ENTRY = Pattern.compile("(view|arm);desc=\"([^\"]*)\"");
  private static final Pattern H3 = Pattern.compile("(^|[ ,])h3=");
  private static final byte[] NO_BODY = {};

  private static final String DESKTOP =
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 LychgateSimulate/1";
  private static final String MOBILE =
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36 LychgateSimulate/1";

  private final Target target;
  private final Dialler dialler;
  private final Behaviour behaviour;
  private final Tally tally;
  private final Random random;
  private final ClientAddress address;
  private final NetworkKind network;
  private final String userAgent;
  private final double slowness;
  private final BrowserCache cache = new BrowserCache();
  private final Map<String, String> cookies;
  private boolean knowsHttp3;
  private final List<BrowserConnection> connections = new ArrayList<>();
  private Dialler.@Nullable Dialled fresh;

  SimulatedBrowser(int number, Target target, Dialler dialler, Behaviour behaviour, Tally tally) {
    this.target = target;
    this.dialler = dialler;
    this.behaviour = behaviour;
    this.tally = tally;
    // Visitors are independent of each other, and of the order in which they come.
    this.random = new Random(behaviour.seed() * 0x9E3779B97F4A7C15L + number);
    this.address = ClientAddress.of(number % behaviour.networks(), behaviour.mode());
    this.slowness = random.nextGaussian();
    boolean isMobile = random.nextInt(2) == 0;
    this.userAgent = isMobile ? MOBILE : DESKTOP;
    NetworkKind slow = NetworkKind.SLOW.get(random.nextInt(NetworkKind.SLOW.size()));
    this.network = behaviour.slowNetworks() ? slow : NetworkKind.NONE;
    this.cookies = new LinkedHashMap<>(behaviour.cookies());
  }

  /** Makes one visit of some pages. */
  synchronized void visit(Pace pace) throws InterruptedException {
    try {
      String path = behaviour.paths().get(random.nextInt(behaviour.paths().size()));
      int pages = 1 + random.nextInt(behaviour.pages());
      for (int i = 0; i < pages && pace.await(); i++) {
        if (i > 0) {
          pace.think((long) (behaviour.thinkMillis() * (0.5 + random.nextDouble())));
        }
        List<String> links = page(path);
        if (!links.isEmpty() && behaviour.paths().size() == 1) {
          path = links.get(random.nextInt(links.size()));
        } else {
          path = behaviour.paths().get(random.nextInt(behaviour.paths().size()));
        }
      }
    } catch (IOException e) {
      tally.add("failed pages");
      tally.add("failure: " + reason(e));
    } finally {
      connections.forEach(BrowserConnection::close);
      connections.clear();
    }
  }

  /** A peer chooses the rest of a message, and there must be few different ones. */
  private static String reason(IOException e) {
    String text = String.valueOf(e.getMessage());
    int colon = text.indexOf(':');
    return text.substring(0, Math.min(colon < 0 ? text.length() : colon, 60));
  }

  private List<String> page(String path) throws IOException, InterruptedException {
    long start = System.nanoTime();
    BrowserConnection main = connect();
    Dialler.Dialled opened = fresh;
    fresh = null;
    Fetched page = await(main.fetch(request(path, true)));
    tally.add("requests");
    remember(page);
    tally.add("pages");
    tally.add("pages " + main.protocol());
    if (page.status() >= ERRORS) {
      tally.add("failed pages");
      tally.add("failure: status " + page.status());
      return List.of();
    }
    PageParts parts = PageParts.of(page, target, path);
    long before = System.nanoTime();
    Loaded loaded = load(main, parts.resources());
    long end = System.nanoTime();
    report(main, page, start, opened, loaded, parts.resources().isEmpty() ? -1 : end - before, end);
    return parts.links();
  }

  // Connections.

  private BrowserConnection connect() throws IOException, InterruptedException {
    connections.removeIf(connection -> !connection.isOpen());
    boolean wantsHttp3 =
        dialler.hasQuic() && (knowsHttp3 || behaviour.protocols().size() == 1);
    for (BrowserConnection connection : connections) {
      if (connection.protocol().equals("h3") || !wantsHttp3) {
        return connection;
      }
    }
    if (wantsHttp3) {
      try {
        return used(opened(await(dialler.quic(address, network))));
      } catch (IOException e) {
        // Browsers go back to TCP, and mark HTTP/3 as broken.
        knowsHttp3 = false;
        tally.add("failed HTTP/3");
        if (behaviour.protocols().size() == 1) {
          throw e;
        }
      }
    }
    return used(opened(await(dialler.tcp(address, network))));
  }

  private BrowserConnection used(BrowserConnection connection) {
    tally.add("used connections " + connection.protocol());
    return connection;
  }

  private BrowserConnection opened(Dialler.Dialled dialled) {
    fresh = dialled;
    BrowserConnection connection = dialled.connection();
    connections.add(connection);
    tally.add("connections");
    tally.add("connections " + connection.protocol());
    return connection;
  }

  private static <T> T await(CompletableFuture<T> future) throws IOException, InterruptedException {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IOException("no response in " + PATIENCE_SECONDS + " s", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IOException(
          cause instanceof TimeoutException
              ? "no connection in 10 s"
              : String.valueOf(cause.getMessage()),
          cause);
    }
  }

  // Requests.

  private Wanted request(String path, boolean isPage) {
    Map<String, String> fields = common();
    fields.put("accept", isPage ? "text/html,application/xhtml+xml,*/*;q=0.8" : "*/*");
    fields.put("accept-encoding", "gzip");
    fields.put("sec-fetch-dest", isPage ? "document" : "script");
    fields.put("sec-fetch-mode", isPage ? "navigate" : "no-cors");
    fields.put("sec-fetch-site", isPage ? "none" : "same-origin");
    BrowserCache.Held held = isPage ? null : cache.get(path);
    if (held != null && !held.etag().isEmpty()) {
      fields.put("if-none-match", held.etag());
    } else if (held != null && !held.lastModified().isEmpty()) {
      fields.put("if-modified-since", held.lastModified());
    }
    return new Wanted("GET", path, fields, NO_BODY);
  }

  private Map<String, String> common() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("user-agent", userAgent);
    if (address.mode() == ClientAddress.Mode.FORWARDED) {
      fields.put("x-forwarded-for", address.address().getHostAddress());
      fields.put("x-forwarded-proto", target.isSecure() ? "https" : "http");
    }
    if (!cookies.isEmpty()) {
      StringBuilder line = new StringBuilder();
      cookies.forEach((name, value) ->
          line.append(line.length() == 0 ? "" : "; ").append(name).append('=').append(value));
      fields.put("cookie", line.toString());
    }
    return fields;
  }

  private void remember(Fetched page) {
    String alternative = page.field("alt-svc");
    if (!alternative.isEmpty()) {
      knowsHttp3 = H3.matcher(alternative).find();
    }
    for (String line : page.all("set-cookie")) {
      int equals = line.indexOf('=');
      int end = line.indexOf(';');
      if (equals > 0 && cookies.size() < MOST_COOKIES) {
        cookies.put(
            line.substring(0, equals).strip(),
            line.substring(equals + 1, end < equals ? line.length() : end).strip());
      }
    }
  }

  // Resources.

  /** Counts of the resources of one page. */
  private static final class Loaded {
    private final AtomicInteger all = new AtomicInteger();
    private final AtomicInteger stored = new AtomicInteger();
    private final AtomicInteger confirmed = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
  }

  private Loaded load(BrowserConnection main, List<String> resources)
      throws IOException, InterruptedException {
    Loaded loaded = new Loaded();
    List<String> fonts = load(main, resources, loaded);
    load(main, fonts.stream().filter(each -> !resources.contains(each)).toList(), loaded);
    return loaded;
  }

  /** Returns the fonts that the loaded style sheets name. */
  private List<String> load(BrowserConnection main, List<String> resources, Loaded loaded)
      throws IOException, InterruptedException {
    List<String> wanted = new ArrayList<>();
    long now = System.nanoTime();
    for (String path : resources) {
      BrowserCache.Held held = cache.get(path);
      boolean isOwn = path.startsWith(OWN_PATH);
      if (!isOwn) {
        loaded.all.incrementAndGet();
      }
      if (held == null || !held.isFresh(now)) {
        wanted.add(path);
      } else if (!isOwn) {
        loaded.stored.incrementAndGet();
      }
    }
    Map<String, Fetched> fetched = main.isShared() ? together(main, wanted) : inLanes(main, wanted);
    Set<String> fonts = new LinkedHashSet<>();
    for (String path : wanted) {
      boolean isOwn = path.startsWith(OWN_PATH);
      Fetched each = fetched.get(path);
      tally.add("requests");
      if (each == null || each.status() >= ERRORS || !each.isWhole()) {
        loaded.failed.addAndGet(isOwn ? 0 : 1);
        tally.add("failed resources");
        continue;
      }
      loaded.confirmed.addAndGet(each.status() == NOT_MODIFIED && !isOwn ? 1 : 0);
      cache.put(path, each);
      fonts.addAll(PageParts.fonts(each, target, path));
    }
    return List.copyOf(fonts);
  }

  private Map<String, Fetched> together(BrowserConnection connection, List<String> paths)
      throws InterruptedException {
    Map<String, CompletableFuture<Fetched>> running = new LinkedHashMap<>();
    for (String path : paths) {
      running.put(path, connection.fetch(request(path, false)));
    }
    Map<String, Fetched> fetched = new HashMap<>();
    for (Map.Entry<String, CompletableFuture<Fetched>> each : running.entrySet()) {
      Fetched response = settled(each.getValue());
      if (response != null) {
        fetched.put(each.getKey(), response);
      }
    }
    return fetched;
  }

  /** Loads over several connections, each with one request at a time. */
  private Map<String, Fetched> inLanes(BrowserConnection main, List<String> paths)
      throws IOException, InterruptedException {
    Map<String, Fetched> fetched = new ConcurrentHashMap<>();
    if (paths.isEmpty()) {
      return fetched;
    }
    List<BrowserConnection> lanes = new ArrayList<>(connections);
    if (!lanes.contains(main)) {
      lanes.add(main);
    }
    lanes.removeIf(lane -> lane.isShared() || !lane.isOpen());
    List<CompletableFuture<Dialler.Dialled>> dialled = new ArrayList<>();
    int more = Math.min(MOST_CONNECTIONS, paths.size()) - lanes.size();
    for (int i = 0; i < more; i++) {
      dialled.add(dialler.tcp(address, network));
    }
    AtomicInteger next = new AtomicInteger();
    List<CompletableFuture<Boolean>> done = new ArrayList<>();
    for (BrowserConnection lane : lanes) {
      done.add(lane(lane, paths, next.getAndIncrement(), next, fetched));
    }
    for (CompletableFuture<Dialler.Dialled> each : dialled) {
      BrowserConnection lane = opened(await(each));
      int place = next.getAndIncrement();
      // The others may have loaded everything meanwhile. Browsers keep such a connection for later.
      if (place < paths.size()) {
        used(lane);
      }
      done.add(lane(lane, paths, place, next, fetched));
    }
    fresh = null;
    for (CompletableFuture<Boolean> each : done) {
      // Resources that are missing count as failed.
      var unused = settled(each);
    }
    return fetched;
  }

  /** Waits for the end; returns null for a failure. */
  private <T> @Nullable T settled(CompletableFuture<T> running) throws InterruptedException {
    try {
      return await(running);
    } catch (IOException e) {
      return null;
    }
  }

  private CompletableFuture<Boolean> lane(
      BrowserConnection lane,
      List<String> paths,
      int place,
      AtomicInteger next,
      Map<String, Fetched> fetched) {
    if (place >= paths.size() || !lane.isOpen()) {
      return CompletableFuture.completedFuture(true);
    }
    String path = paths.get(place);
    return lane.fetch(request(path, false))
        .handle((each, failure) -> {
          if (each != null) {
            fetched.put(path, each);
          }
          return true;
        })
        .thenCompose(unused -> lane(lane, paths, next.getAndIncrement(), next, fetched));
  }

  // The report.

  private void report(
      BrowserConnection main,
      Fetched page,
      long start,
      Dialler.@Nullable Dialled opened,
      Loaded loaded,
      long statics,
      long end)
      throws IOException, InterruptedException {
    Served served = Served.of(page);
    if (served.view().isEmpty()) {
      tally.add("unmeasured");
      return;
    }
    ViewTimes times = behaviour.drawnTimes()
        ? ViewTimes.drawn(slowness, random)
        : ViewTimes.measured(page, start, opened, statics, end);
    times
        .plant(behaviour.effects(), main.protocol(), served.arms())
        .forEach(effect -> tally.add(effect.name()));
    Planted planted = behaviour.plantedIn(random);
    if (planted == Planted.SILENT) {
      count("silent", served.names());
      return;
    }
    if (planted != null) {
      count("planted " + planted.token(), served.names());
    }
    boolean isLeft = planted == Planted.ABANDONED;
    if (isLeft) {
      times.leave();
    }
    String json = String.format(
        Locale.ROOT,
        "{\"view\":\"%s\",\"part\":3,\"loaded\":%b,\"proto\":\"%s\",\"net\":\"%s\",\"bytes\":%d,"
            + "\"statics\":[%d,%d,%d],\"failed\":%d,\"early\":0,\"times\":%s}",
        served.view(),
        !isLeft,
        main.protocol().equals("h1") ? "http/1.1" : main.protocol(),
        network.effectiveType(),
        planted == Planted.TRUNCATED ? page.bytes() / 2 : page.bytes(),
        loaded.all.get(),
        loaded.stored.get(),
        loaded.confirmed.get(),
        loaded.failed.get() + (planted == Planted.FAILED ? 1 : 0),
        times.json());
    boolean isTaken = post(main, json).status() < ERRORS;
    count(isTaken ? "reports" : "refused reports", served.names());
  }

  /**
   * The entries of a page's Server-Timing field.
   *
   * @param view id of the page view; empty if the gateway does not measure it
   * @param names {@code EXPERIMENT:ARM} of each experiment
   */
  private record Served(String view, List<String> names) {
    static Served of(Fetched page) {
      String view = "";
      List<String> names = new ArrayList<>();
      Matcher entries = ENTRY.matcher(String.join(", ", page.all("server-timing")));
      while (entries.find()) {
        if (entries.group(1).equals("view")) {
          view = entries.group(2);
        } else {
          names.add(entries.group(2));
        }
      }
      return new Served(view, names);
    }

    /** Returns the arms without their experiments. */
    List<String> arms() {
      return names.stream().map(name -> name.substring(name.indexOf(':') + 1)).toList();
    }
  }

  /** Sends a report as the script in the page does. */
  private Fetched post(BrowserConnection connection, String json)
      throws IOException, InterruptedException {
    Map<String, String> fields = common();
    fields.put("content-type", "application/json");
    fields.put("origin", target.origin());
    fields.put("sec-fetch-site", "same-origin");
    fields.put("sec-fetch-mode", "no-cors");
    fields.put("sec-fetch-dest", "empty");
    return await(connection.fetch(
        new Wanted("POST", OWN_PATH, fields, json.getBytes(StandardCharsets.UTF_8))));
  }

  /** Counts something of a view, for each of its arms, too. */
  private void count(String what, List<String> arms) {
    tally.add(what);
    arms.forEach(arm -> tally.add(what + " of " + arm));
  }
}
