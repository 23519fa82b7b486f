package io.lychgate.gateway.upstream.discovery;

import io.lychgate.gateway.config.file.ServerFile;
import io.lychgate.gateway.config.site.DiscoveryConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.EventLoops;
import io.netty.channel.EventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The servers of the configuration, and of the sources that it names. DNS has a loop of its own, and files have a thread; both begin
 * with the first source that needs them. Any thread.
 */
public final class ConfiguredDiscovery implements Discovery, AutoCloseable {
  private final ServerFile files = new ServerFile();
  private @Nullable EventLoops dnsLoop; // Guarded by this.
  private @Nullable ScheduledExecutorService fileThread; // Guarded by this.

  @Override
  public Watch watch(UpstreamConfig upstream, Consumer<List<Endpoint>> servers) {
    DiscoveryConfig config = upstream.discovery();
    List<ServerSource> sources = new ArrayList<>();
    if (config.dns() != null) {
      sources.add(new DnsSource(
          upstream.name(), config.dns(), new DnsLookUp(dnsLoop(), config.dns().servers())));
    }
    if (config.file() != null) {
      boolean isOnly = upstream.servers().isEmpty() && config.dns() == null;
      sources.add(new FileSource(upstream.name(), config.file(), files, isOnly, fileThread()));
    }
    Subscription subscription =
        new Subscription(upstream.servers().stream().map(Endpoint::of).toList(), sources, servers);
    subscription.begin();
    return subscription;
  }

  private synchronized EventLoop dnsLoop() {
    EventLoops group = dnsLoop;
    if (group == null) {
      group = new EventLoops(
          1, new DefaultThreadFactory("lychgate-dns", true), NioIoHandler.newFactory());
      dnsLoop = group;
    }
    return group.next();
  }

  private synchronized ScheduledExecutorService fileThread() {
    ScheduledExecutorService thread = fileThread;
    if (thread == null) {
      thread = Executors.newSingleThreadScheduledExecutor(
          new DefaultThreadFactory("lychgate-server-files", true));
      fileThread = thread;
    }
    return thread;
  }

  @Override
  public synchronized void close() {
    if (dnsLoop != null) {
      dnsLoop.shutdownGracefully();
    }
    if (fileThread != null) {
      fileThread.shutdownNow();
    }
  }

  /** One upstream: its configured servers, and the last result of each source. */
  private static final class Subscription implements Watch {
    private final List<Endpoint> configured;
    private final List<ServerSource> sources;
    private final Consumer<List<Endpoint>> servers;
    private final Map<ServerSource, List<Endpoint>> found =
        new LinkedHashMap<>(); // Guarded by this.
    private boolean isClosed; // Guarded by this.

    Subscription(
        List<Endpoint> configured, List<ServerSource> sources, Consumer<List<Endpoint>> servers) {
      this.configured = configured;
      this.sources = sources;
      this.servers = servers;
    }

    void begin() {
      synchronized (this) {
        // Keeps the order of the sources.
        sources.forEach(source -> found.put(source, List.of()));
        servers.accept(configured);
      }
      sources.forEach(source -> source.start(new ServerSource.Report() {
        @Override
        public void found(List<Endpoint> now) {
          report(source, now);
        }

        @Override
        public void looked() {
          wake();
        }
      }));
    }

    private synchronized void report(ServerSource source, List<Endpoint> now) {
      if (!isClosed) {
        found.put(source, now);
        List<Endpoint> all = new ArrayList<>(configured);
        found.values().forEach(all::addAll);
        servers.accept(all);
      }
    }

    private synchronized void wake() {
      notifyAll();
    }

    @Override
    public synchronized void awaitResults(long nanos) {
      long end = System.nanoTime() + nanos;
      try {
        for (long left = nanos; left > 0 && !haveResults(); left = end - System.nanoTime()) {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private boolean haveResults() {
      return sources.stream().allMatch(ServerSource::hasResult);
    }

    @Override
    public List<SourceStatus> sources() {
      return sources.stream().map(ServerSource::status).toList();
    }

    @Override
    public void close() {
      synchronized (this) {
        isClosed = true;
      }
      sources.forEach(ServerSource::close);
    }
  }
}
