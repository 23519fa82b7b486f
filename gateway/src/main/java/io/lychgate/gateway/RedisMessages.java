package io.lychgate.gateway;

import io.lychgate.gateway.config.LimitSharingConfig.Redis;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.SetParams;

/**
 * Messages of the gateways that use one server of the Redis protocol: PUBLISH and SUBSCRIBE, on two connections. A failure of either ends
 * both.
 */
final class RedisMessages implements FleetMessages {
  private static final int TIMEOUT_MILLIS = 2_000;

  /** The interval in which the secret is compared. It proves, too, that the server is there. */
  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Messages that wait for {@link #receive}. Limits only lose accuracy with those that are dropped. */
  private static final int MAX_WAITING = 10_000;

  /** The client casts each response to the type of its command. */
  private static final String WRONG_TYPE =
      "a response of another type (expected: a server of the Redis protocol)";

  private static final int SECRET_BYTES = 32;
  private static final int ID_BYTES = 9;

  private final String channel;
  private final Jedis publisher;
  private final Jedis subscriber;
  private final String secretKey;
  private final String secret;
  private final byte[] decoded;
  private final BlockingQueue<String> received = new ArrayBlockingQueue<>(MAX_WAITING);

  /** Begins each message of this gateway, which gets its own messages, too. */
  private final String sender;

  private volatile @Nullable JedisException failure;

  /** Time of the last own message that came back. */
  private volatile long heardNanos = System.nanoTime();

  private long checkedAt = System.nanoTime();

  private RedisMessages(String channel, Jedis publisher, Jedis subscriber) {
    this.channel = channel;
    this.publisher = publisher;
    this.subscriber = subscriber;
    SecureRandom random = new SecureRandom();
    this.sender = text(random, ID_BYTES) + ' ';
    this.secretKey = channel + ":secret";
    publisher.set(secretKey, text(random, SECRET_BYTES), SetParams.setParams().nx());
    String kept = publisher.get(secretKey);
    if (kept == null) {
      throw new JedisException(
          secretKey + ": absent after SET (expected: kept, see maxmemory-policy of the server)");
    }
    this.secret = kept;
    this.decoded = Base64.getUrlDecoder().decode(secret);
    if (decoded.length != SECRET_BYTES) {
      throw new IllegalArgumentException("secret: " + decoded.length + " bytes");
    }
  }

  private static String text(SecureRandom random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Connects.
   *
   * @param channel a word in lower case
   * @throws JedisException if the server cannot be reached, or refuses
   */
  static RedisMessages open(Redis redis, String channel) {
    JedisClientConfig config = config(redis);
    Jedis publisher = null;
    Jedis subscriber = null;
    try {
      publisher = new Jedis(() -> connect(redis), config);
      publisher.ping();
      subscriber = new Jedis(() -> connect(redis), config);
      subscriber.ping();
      RedisMessages messages = new RedisMessages(channel, publisher, subscriber);
      Thread thread = new Thread(messages::subscribe, "lychgate-redis");
      thread.setDaemon(true);
      thread.start();
      return messages;
    } catch (IllegalArgumentException e) {
      close(publisher);
      close(subscriber);
      throw new JedisException(channel + ":secret: no secret of a gateway (expected: base64url)");
    } catch (JedisException e) {
      close(publisher);
      close(subscriber);
      throw e;
    } catch (ClassCastException e) {
      close(publisher);
      close(subscriber);
      throw new JedisException(WRONG_TYPE, e);
    }
  }

  private static void close(@Nullable Jedis connection) {
    if (connection != null) {
      try {
        connection.close();
      } catch (JedisException e) {
        // It is of no use any more.
      }
    }
  }

  private static JedisClientConfig config(Redis redis) {
    DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
        .connectionTimeoutMillis(TIMEOUT_MILLIS)
        .socketTimeoutMillis(TIMEOUT_MILLIS)
        .clientName("lychgate");
    if (!redis.user().isEmpty()) {
      config.user(redis.user());
    }
    if (redis.password() != null) {
      config.password(redis.password().reveal());
    }
    return config.build();
  }

  private static Socket connect(Redis redis) {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(new InetSocketAddress(redis.host(), redis.port()), TIMEOUT_MILLIS);
      return redis.isTls() ? secured(redis, socket) : socket;
    } catch (IOException | JedisException e) {
      try {
        socket.close();
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e instanceof JedisException known
          ? known
          : new JedisConnectionException(e.toString(), e);
    }
  }

  private static Socket secured(Redis redis, Socket plain) throws IOException {
    SSLSocket socket =
        (SSLSocket) sockets(redis).createSocket(plain, redis.host(), redis.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    // Without it, any certificate of a trusted authority would do.
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  private static SSLSocketFactory sockets(Redis redis) {
    if (redis.authorities() == null) {
      return (SSLSocketFactory) SSLSocketFactory.getDefault();
    }
    try (InputStream pem = Files.newInputStream(redis.authorities())) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      int number = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        trusted.setCertificateEntry("authority-" + number++, each);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context.getSocketFactory();
    } catch (IOException | GeneralSecurityException e) {
      throw new JedisException("ca: " + redis.authorities() + ": " + e.getMessage()
          + " (expected: certificates in PEM)");
    }
  }

  /** Reads messages until the connection ends. */
  private void subscribe() {
    try {
      subscriber.subscribe(
          new JedisPubSub() {
            @Override
            public void onMessage(String from, String message) {
              if (message.startsWith(sender)) {
                heardNanos = System.nanoTime();
              } else {
                boolean unused = received.offer(message);
              }
            }
          },
          channel);
      failure = new JedisConnectionException("the subscription has ended");
    } catch (JedisException e) {
      failure = e;
    } catch (ClassCastException e) {
      failure = new JedisException(WRONG_TYPE, e);
    }
  }

  private void check() {
    JedisException problem = failure;
    if (problem != null) {
      throw problem;
    }
  }

  @Override
  public byte[] secret() {
    return decoded.clone();
  }

  @Override
  public void send(List<String> messages) {
    check();
    for (String message : messages) {
      publisher.publish(channel, sender + message);
    }
    long now = System.nanoTime();
    if (now - checkedAt > CHECK_NANOS) {
      checkedAt = now;
      if (now - heardNanos > 3 * CHECK_NANOS) {
        throw new JedisConnectionException("the subscription gets no messages");
      }
      // It comes back: a proof that the subscription works. Others ignore it.
      publisher.publish(channel, sender);
      // A server that has lost its keys gets the secret back, so that later gateways have the same.
      publisher.set(secretKey, secret, SetParams.setParams().nx());
      if (!secret.equals(publisher.get(secretKey))) {
        throw new JedisException(secretKey + ": another one (expected: that of before)");
      }
    }
  }

  @Override
  public List<String> receive(Duration wait) {
    check();
    List<String> messages = new ArrayList<>();
    try {
      String first = received.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
      if (first != null) {
        messages.add(first);
        received.drainTo(messages);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return messages.stream()
        .map(message -> message.substring(message.indexOf(' ') + 1))
        .toList();
  }

  @Override
  public void close() {
    close(publisher);
    close(subscriber);
  }
}
