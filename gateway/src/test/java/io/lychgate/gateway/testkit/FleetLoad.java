package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients of a fleet: a balancer that sends requests to all nodes in turn, and a publisher that uses any node. A publication counts as
 * acknowledged after its 200.
 */
public final class FleetLoad implements AutoCloseable {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Map<String, Integer> ports = new ConcurrentHashMap<>();
  private final Map<String, Integer> adminPorts = new ConcurrentHashMap<>();
  private final Map<String, Boolean> killed = new ConcurrentHashMap<>();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final List<Integer> acknowledged = new CopyOnWriteArrayList<>();
  private final AtomicLong served = new AtomicLong();
  private final Semaphore publishing = new Semaphore(1, true);
  private final List<Thread> threads = new ArrayList<>();
  private final AdminPeer session;
  private volatile boolean stopping;
  private volatile String lastRefusal = "";

  /** @param session a login that all nodes share */
  public FleetLoad(AdminPeer session) {
    this.session = session;
  }

  public void start() {
    threads.add(new Thread(this::visit, "visits"));
    threads.add(new Thread(this::visit, "visits"));
    threads.add(new Thread(this::publish, "publications"));
    for (Thread each : threads) {
      each.setDaemon(true);
      each.start();
    }
  }

  /** Adds a node. */
  public void add(String name, int port, int adminPort) {
    killed.remove(name);
    adminPorts.put(name, adminPort);
    ports.put(name, port);
  }

  /** Sends no new requests to a node that will stop, and waits for a publication. Requests in flight must succeed. */
  public void drain(String name) {
    publishing.acquireUninterruptibly();
    try {
      adminPorts.remove(name);
    } finally {
      publishing.release();
    }
    ports.remove(name);
  }

  /** Sends no new requests to a node that is killed. Requests in flight may fail. */
  public void lose(String name) {
    killed.put(name, true);
    ports.remove(name);
    adminPorts.remove(name);
  }

  /** Publishes nothing until {@link #resume}. */
  public void pause() {
    publishing.acquireUninterruptibly();
  }

  public void resume() {
    publishing.release();
  }

  /** Numbers of the texts whose publication got a 200. */
  public List<Integer> acknowledged() {
    return List.copyOf(acknowledged);
  }

  public List<String> failures() {
    return List.copyOf(failures);
  }

  public long served() {
    return served.get();
  }

  /** Returns the last reason for which a publication was not acknowledged. */
  public String lastRefusal() {
    return lastRefusal;
  }

  private void visit() {
    HttpClient client =
        HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    while (!stopping) {
      ports.forEach((name, port) -> visit(client, name, port));
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void visit(HttpClient client, String name, int port) {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
        .timeout(Duration.ofSeconds(10))
        .build();
    try {
      int status = client.send(request, BodyHandlers.discarding()).statusCode();
      if (status == 200) {
        served.incrementAndGet();
      } else {
        failures.add(name + ": " + status);
      }
    } catch (IOException e) {
      if (!killed.containsKey(name)) {
        failures.add(name + ": " + e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String text(int number) {
    return "rules:\n  - match: { path: /p" + number + " }\n    assets: []\n";
  }

  private void publish() {
    int number = 0;
    int manifest = 0;
    long version = 0;
    while (!stopping) {
      publishing.acquireUninterruptibly();
      try {
        List<Integer> nodes = List.copyOf(adminPorts.values());
        if (!nodes.isEmpty()) {
          number++;
          AdminPeer admin = session.at(nodes.get(number % nodes.size()));
          String name = "m" + manifest;
          version = version == 0
              ? admin.create(name, text(number))
              : admin.saveDraft(name, text(number), version);
          version = admin.publish(name, version);
          acknowledged.add(number);
        }
      } catch (AssertionError | RuntimeException e) {
        // The version of this manifest is unknown now.
        lastRefusal = String.valueOf(e.getMessage());
        manifest++;
        version = 0;
      } finally {
        publishing.release();
      }
      LockSupport.parkNanos(4 * PAUSE_NANOS);
    }
  }

  /** Stops the load and waits for its end. */
  public void stop() throws InterruptedException {
    stopping = true;
    for (Thread each : threads) {
      each.join();
    }
  }

  @Override
  public void close() {
    stopping = true;
  }
}
