package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.config.observe.LogTarget.Syslog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends each line as a message of RFC 5424. A receiver that is not there costs lines, which are counted, and one try a second. Writer
 * thread only.
 */
final class SyslogSink implements LogSink {
  /** Severity informational (RFC 5424 section 6.2.1). */
  private static final int SEVERITY = 6;

  private static final int SEVERITIES = 8;

  /** RFC 5424 section 6.2.4. */
  private static final int MAX_HOST = 255;

  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Connector connector;
  private final String before;
  private final String after;
  private final LogTime time = new LogTime();
  private @Nullable SyslogConnection connection;
  private long failedNanos = System.nanoTime() - PAUSE_NANOS;
  private volatile long lost;

  /** Connects to the receiver. */
  @FunctionalInterface
  interface Connector {
    SyslogConnection connect() throws IOException;
  }

  SyslogSink(Connector connector, Syslog config, String host, long pid) {
    this.connector = connector;
    this.before = "<" + (config.facility() * SEVERITIES + SEVERITY) + ">1 ";
    this.after = " " + host + " " + config.app() + " " + pid + " access - ";
  }

  static SyslogSink open(Syslog config) {
    return new SyslogSink(
        () -> SyslogConnection.to(config),
        config,
        hostName(),
        ProcessHandle.current().pid());
  }

  /** Returns the name of this machine, or the nil value of RFC 5424 section 6. */
  private static String hostName() {
    try {
      String name = InetAddress.getLocalHost().getHostName().replaceAll("[^!-~]", "");
      return name.isEmpty() ? "-" : name.substring(0, Math.min(MAX_HOST, name.length()));
    } catch (UnknownHostException e) {
      return "-";
    }
  }

  @Override
  public void write(byte[] bytes, int length) throws IOException {
    SyslogConnection to = connected();
    byte[] start = (before
            + new String(time.format(System.currentTimeMillis()), StandardCharsets.US_ASCII)
            + after)
        .getBytes(StandardCharsets.US_ASCII);
    try {
      if (to.isStream()) {
        writeStream(to, start, bytes, length);
      } else {
        writeDatagrams(to, start, bytes, length);
      }
    } catch (IOException e) {
      disconnect();
      throw e;
    }
  }

  private SyslogConnection connected() throws IOException {
    SyslogConnection open = connection;
    if (open != null && !open.isClosedByPeer()) {
      return open;
    }
    disconnect();
    if (System.nanoTime() - failedNanos < PAUSE_NANOS) {
      throw new IOException("no connection to the receiver");
    }
    try {
      open = connector.connect();
      connection = open;
      return open;
    } catch (IOException | RuntimeException e) {
      failedNanos = System.nanoTime();
      throw e instanceof IOException io ? io : new IOException(e);
    }
  }

  /** RFC 6587 section 3.4.1: the length of each message precedes it. */
  private static void writeStream(SyslogConnection to, byte[] start, byte[] bytes, int length)
      throws IOException {
    ByteArrayOutputStream frames = new ByteArrayOutputStream(2 * length);
    int[] ends = new int[linesIn(bytes, length)];
    int[] lines = new int[ends.length];
    int count = 0;
    for (int at = 0; at < length; count++) {
      int end = lineEnd(bytes, at);
      frames.writeBytes(((start.length + end - at) + " ").getBytes(StandardCharsets.US_ASCII));
      frames.writeBytes(start);
      frames.write(bytes, at, end - at);
      ends[count] = frames.size();
      at = end + 1;
      lines[count] = at;
    }
    int sent = to.send(frames.toByteArray());
    if (sent < frames.size()) {
      int whole = 0;
      for (int i = 0; i < count && ends[i] <= sent; i++) {
        whole = lines[i];
      }
      throw new LinesLostException(whole, new IOException("the receiver takes no more bytes"));
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // Only the writer thread writes it.
  private void writeDatagrams(SyslogConnection to, byte[] start, byte[] bytes, int length)
      throws IOException {
    for (int at = 0; at < length; ) {
      int end = lineEnd(bytes, at);
      byte[] message = new byte[start.length + end - at];
      System.arraycopy(start, 0, message, 0, start.length);
      System.arraycopy(bytes, at, message, start.length, end - at);
      if (message.length > to.maxMessage()) {
        lost++;
      } else {
        try {
          lost += to.send(message) < 0 ? 1 : 0;
        } catch (IOException e) {
          throw new LinesLostException(at, e);
        }
      }
      at = end + 1;
    }
  }

  private static int lineEnd(byte[] bytes, int from) {
    int at = from;
    while (bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  private static int linesIn(byte[] bytes, int length) {
    int lines = 0;
    for (int i = 0; i < length; i++) {
      lines += bytes[i] == '\n' ? 1 : 0;
    }
    return lines;
  }

  private void disconnect() {
    SyslogConnection open = connection;
    connection = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public long torn() {
    return lost;
  }

  /** Connects again with the next line, for example to a receiver that has moved. */
  @Override
  public void reopen(boolean force) {
    if (force) {
      disconnect();
      failedNanos = System.nanoTime() - PAUSE_NANOS;
    }
  }

  @Override
  public void close() {
    disconnect();
  }
}
