package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.config.AuditReceiver;
import io.lychgate.gateway.config.observe.LogTarget.Syslog;
import io.lychgate.gateway.config.pem.PemIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** One connection to the receiver of the audit trail. Its waits are bounded. {@link #close} ends a wait of another thread. */
public final class AuditSender implements AutoCloseable {
  private static final int FACILITY_AUDIT = 13;
  private static final int PATIENCE_MILLIS = 3000;

  /** Time for a whole handshake, in which the receiver may send byte by byte. */
  private static final int HANDSHAKE_MILLIS = 10_000;

  private static final int LOOK_MILLIS = 500;

  private final SyslogConnection connection;

  private AuditSender(SyslogConnection connection) {
    this.connection = connection;
  }

  public static AuditSender open(AuditReceiver receiver) throws IOException {
    return new AuditSender(
        receiver.transport() == AuditReceiver.Transport.TLS
            ? new Encrypted(receiver)
            : SyslogConnection.to(new Syslog(
                Syslog.Transport.valueOf(receiver.transport().name()),
                receiver.host(),
                receiver.port(),
                null,
                FACILITY_AUDIT,
                Syslog.DEFAULT_APP)));
  }

  /**
   * Sends one message.
   *
   * @return false if the message is too long for the transport
   */
  public boolean send(String message) throws IOException {
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    if (connection.isStream()) {
      // RFC 6587 3.4.1, RFC 5425 4.3: the length of each message precedes it.
      byte[] length = (bytes.length + " ").getBytes(StandardCharsets.US_ASCII);
      byte[] frame = new byte[length.length + bytes.length];
      System.arraycopy(length, 0, frame, 0, length.length);
      System.arraycopy(bytes, 0, frame, length.length, bytes.length);
      if (connection.send(frame) < frame.length) {
        throw new IOException("the receiver takes no more bytes");
      }
      return true;
    }
    if (bytes.length > connection.maxMessage()) {
      return false;
    }
    if (connection.send(bytes) < 0) {
      throw new IOException("no receiver at this port");
    }
    return true;
  }

  /** Returns false if the receiver has closed the connection. */
  public boolean isOpen() {
    return !connection.isClosedByPeer();
  }

  /**
   * Ends the output and waits a moment until the receiver has read all bytes.
   *
   * @return false if bytes may be lost
   */
  public boolean finish() {
    try {
      return connection.finish();
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    connection.close();
  }

  /** TLS over TCP. A socket of the JDK limits the time of a read only, so a second thread closes one that is stuck. */
  private static final class Encrypted extends SyslogConnection {
    private final Socket plain = new Socket();
    private final SSLSocket socket;
    private final ScheduledExecutorService watch =
        Executors.newSingleThreadScheduledExecutor(Encrypted::watcher);

    /** The end of the time for the present work, by the clock of the JVM; null while there is none. */
    private volatile @Nullable Long due;

    private volatile boolean isLate;

    Encrypted(AuditReceiver receiver) throws IOException {
      var unused =
          watch.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
      begin(HANDSHAKE_MILLIS);
      try {
        plain.connect(new InetSocketAddress(receiver.host(), receiver.port()), PATIENCE_MILLIS);
        plain.setSoTimeout(PATIENCE_MILLIS);
        plain.setTcpNoDelay(true);
        socket = (SSLSocket) context(receiver.caFile())
            .getSocketFactory()
            .createSocket(plain, receiver.host(), receiver.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        // RFC 5425 5.2: the name of the receiver is that of its certificate.
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        socket.setSoTimeout(1);
      } catch (IOException | RuntimeException e) {
        close();
        throw e;
      } finally {
        due = null;
      }
    }

    private static Thread watcher(Runnable work) {
      Thread thread = new Thread(work, "lychgate-audit-watch");
      thread.setDaemon(true);
      return thread;
    }

    private void begin(int millis) {
      due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private void look() {
      Long end = due;
      if (end != null && System.nanoTime() - end > 0) {
        isLate = true;
        closePlain();
      }
    }

    private static SSLContext context(@Nullable Path caFile) throws IOException {
      try {
        SSLContext context = SSLContext.getInstance("TLS");
        if (caFile == null) {
          context.init(null, null, null);
          return context;
        }
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        int number = 0;
        for (X509Certificate each : PemIdentity.readChain(caFile)) {
          trusted.setCertificateEntry("ca" + number++, each);
        }
        TrustManagerFactory trust =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        context.init(null, trust.getTrustManagers(), null);
        return context;
      } catch (GeneralSecurityException e) {
        throw new IOException("store.audit.syslog.caFile: " + caFile + ": " + e.getMessage(), e);
      }
    }

    @Override
    boolean isStream() {
      return true;
    }

    @Override
    int send(byte[] bytes) throws IOException {
      begin(PATIENCE_MILLIS);
      try {
        socket.getOutputStream().write(bytes);
        return bytes.length;
      } catch (IOException e) {
        throw isLate ? new IOException("the receiver takes no more bytes", e) : e;
      } finally {
        due = null;
      }
    }

    @Override
    boolean isClosedByPeer() {
      try {
        InputStream in = socket.getInputStream();
        // Receivers send nothing.
        return in.read() < 0;
      } catch (SocketTimeoutException nothing) {
        return false;
      } catch (IOException broken) {
        return true;
      }
    }

    @Override
    boolean finish() throws IOException {
      begin(FINISH_MILLIS);
      try {
        socket.setSoTimeout(FINISH_MILLIS);
        socket.shutdownOutput();
        InputStream in = socket.getInputStream();
        int next = in.read();
        while (next >= 0) {
          next = in.read();
        }
        return true;
      } finally {
        due = null;
      }
    }

    @Override
    void close() {
      watch.shutdownNow();
      closePlain();
    }

    private void closePlain() {
      try {
        // Not the socket of TLS, which would wait for a write in progress.
        plain.close();
      } catch (IOException e) {
        // It has ended.
      }
    }
  }
}
