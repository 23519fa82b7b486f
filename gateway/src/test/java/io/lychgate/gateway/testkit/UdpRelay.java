package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Between one client and a UDP port, as a NAT is: {@link #rebind} gives the client another address towards the server. And a
 * path that loses packets.
 */
public final class UdpRelay implements AutoCloseable {
  private static final int DATAGRAM = 65_536;
  private static final int RETRY = 0xf0;

  private final InetSocketAddress server;
  private final Selector selector;
  private final DatagramChannel inside;
  private final List<DatagramChannel> outside = new CopyOnWriteArrayList<>();
  private final List<Integer> answeredPorts = new CopyOnWriteArrayList<>();
  private final Thread thread = new Thread(this::run, "udp-relay");
  private volatile boolean forgetful;
  private volatile int loss;
  private volatile int smallest;
  private volatile byte[] sent = {};
  private final List<byte[]> allSent = new CopyOnWriteArrayList<>();
  private final Queue<OnItsWay> onItsWay = new ArrayDeque<>();
  private volatile long distanceNanos;
  private volatile boolean firstFlightOnly;
  private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
  private final AtomicLong toServer = new AtomicLong();
  private final AtomicLong fromServer = new AtomicLong();
  private final AtomicInteger retries = new AtomicInteger();
  private long answers;
  private boolean hasAnswered;
  private @Nullable SocketAddress client;

  private UdpRelay(InetSocketAddress server) throws IOException {
    this.server = server;
    this.selector = Selector.open();
    this.inside = open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    another();
    thread.start();
  }

  /** In front of this port of this machine. */
  public static UdpRelay to(int port) {
    return to(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  public static UdpRelay to(InetSocketAddress server) {
    try {
      return new UdpRelay(server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DatagramChannel open(@Nullable InetSocketAddress address) throws IOException {
    DatagramChannel channel = DatagramChannel.open().bind(address);
    channel.configureBlocking(false);
    selector.wakeup();
    channel.register(selector, SelectionKey.OP_READ);
    return channel;
  }

  /** The port that the client shall send to. */
  public int port() {
    return inside.socket().getLocalPort();
  }

  /** What the client sends from now on comes to the server from another port; what is sent to the old one is lost. */
  public void rebind() {
    forgetful = true;
    another();
  }

  /** The same, and what is on its way to the old port arrives yet. */
  public void rebindGently() {
    forgetful = false;
    another();
  }

  private void another() {
    try {
      outside.add(open(null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loses one in so many of the datagrams that the server sends; 0 loses none. */
  public void loseOneOf(int datagrams) {
    loss = datagrams;
  }

  /** Loses the datagrams that the server sends of fewer octets, such as those without data; 0 loses none. */
  public void loseSmallerThan(int octets) {
    smallest = octets;
  }

  /** Waits until the client has acknowledged what came, which takes it 25 ms at most (RFC 9000 section 13.2.1). */
  public void awaitAcknowledgements() {
    var unused = Await.still(toServer::get, Duration.ofMillis(100));
  }

  /** Sends the client's last datagram again, corrupted and from another address, as an attacker who saw its connection id. */
  public void forge() {
    byte[] forged = sent.clone();
    forged[forged.length - 1] ^= 1;
    try (DatagramChannel elsewhere = DatagramChannel.open()) {
      var unused = elsewhere.send(ByteBuffer.wrap(forged), server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets through so many more of the datagrams that the client sends, and none after. */
  public void passOnly(int datagrams) {
    left.set(datagrams);
  }

  /** What the server sends arrives so much later, as from far away: time for a client to send all that it can before. */
  public void distance(Duration later) {
    distanceNanos = later.toNanos();
  }

  /** Drops all that the client sends after the first response of the server, such as the end of its handshake. */
  public void firstFlightOnly() {
    firstFlightOnly = true;
  }

  /** No longer {@link #firstFlightOnly}. */
  public void everything() {
    firstFlightOnly = false;
  }

  /** Sends all that the client has sent once more, from another address, as an attacker who has recorded it. */
  public void repeat() {
    repeatTo(server.getPort());
  }

  /** The same, to another port. */
  public void repeatTo(int port) {
    InetSocketAddress there = new InetSocketAddress(server.getAddress(), port);
    try (DatagramChannel elsewhere = DatagramChannel.open()) {
      for (byte[] datagram : allSent) {
        var unused = elsewhere.send(ByteBuffer.wrap(datagram), there);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Octets of UDP payload that the server was sent, and that it sent. */
  public long toServer() {
    return toServer.get();
  }

  public long fromServer() {
    return fromServer.get();
  }

  /** Retry packets (RFC 9000 section 17.2.5) that the server sent. */
  public int retries() {
    return retries.get();
  }

  /** The port that the server sees now. */
  public int outsidePort() {
    return outside.get(outside.size() - 1).socket().getLocalPort();
  }

  /** The ports to which the server has sent something, each once. */
  public List<Integer> answeredPorts() {
    return new ArrayList<>(answeredPorts);
  }

  private void run() {
    ByteBuffer datagram = ByteBuffer.allocate(DATAGRAM);
    try {
      while (selector.isOpen()) {
        if (onItsWay.isEmpty()) {
          selector.select();
        } else {
          selector.select(1);
        }
        arrive();
        for (SelectionKey key : selector.selectedKeys()) {
          DatagramChannel from = (DatagramChannel) key.channel();
          forward(from, datagram);
        }
        selector.selectedKeys().clear();
      }
    } catch (IOException | ClosedSelectorException closed) {
      // The end of the test.
    }
  }

  private void forward(DatagramChannel from, ByteBuffer datagram) throws IOException {
    for (SocketAddress sender = from.receive(datagram.clear());
        sender != null;
        sender = from.receive(datagram.clear())) {
      datagram.flip();
      if (from == inside) {
        client = sender;
        byte[] octets = new byte[datagram.remaining()];
        datagram.get(0, octets);
        sent = octets;
        allSent.add(octets);
        boolean isLater = firstFlightOnly && hasAnswered;
        if (!isLater && left.getAndDecrement() > 0) {
          toServer.addAndGet(datagram.remaining());
          outside.get(outside.size() - 1).send(datagram, server);
        }
      } else {
        int port = from.socket().getLocalPort();
        if (!answeredPorts.contains(port)) {
          answeredPorts.add(port);
        }
        answers++;
        fromServer.addAndGet(datagram.remaining());
        if ((datagram.get(0) & 0xf0) == RETRY) {
          retries.incrementAndGet();
        }
        boolean lost = (loss > 0 && answers % loss == 0) || datagram.remaining() < smallest;
        if (!lost && client != null && (port == outsidePort() || !forgetful)) {
          byte[] octets = new byte[datagram.remaining()];
          datagram.get(octets);
          onItsWay.add(new OnItsWay(System.nanoTime() + distanceNanos, client, octets));
        }
      }
    }
    arrive();
  }

  /** A datagram of the server that is not there yet. */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
  private record OnItsWay(long due, SocketAddress client, byte[] octets) {}

  private void arrive() throws IOException {
    for (OnItsWay next = onItsWay.peek();
        next != null && next.due - System.nanoTime() <= 0;
        next = onItsWay.peek()) {
      onItsWay.remove();
      hasAnswered = true;
      inside.send(ByteBuffer.wrap(next.octets), next.client);
    }
  }

  @Override
  public void close() {
    try {
      selector.close();
      inside.close();
      for (DatagramChannel channel : outside) {
        channel.close();
      }
      thread.join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
