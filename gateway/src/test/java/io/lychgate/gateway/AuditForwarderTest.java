package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.seam.SystemReport;
import io.lychgate.gateway.config.AuditReceiver;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.TestClock;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.SyslogReceiver;
import io.lychgate.gateway.testkit.SyslogReceiver.Transport;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The audit trail on its way to a receiver of syslog messages. */
final class AuditForwarderTest {
  private static final Actor ANN = new Actor("ann", "192.0.2.1");

  @TempDir
  Path directory;

  private final TestClock clock = new TestClock();
  private Store store;

  @BeforeEach
  void open() {
    store = Store.open(StoreUrl.parse("jdbc:sqlite:test.db", directory), directory, clock);
    store.audit().record(ANN, "before", "the receiver", false, null);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private AuditForwarder forwarder(AuditReceiver receiver) {
    AuditForwarder forwarder = made(receiver, "one");
    // The first look decides where the trail begins for this receiver.
    record("first");
    return forwarder;
  }

  /** Its time runs ten times as fast. */
  private AuditForwarder made(AuditReceiver receiver, String holder) {
    AuditForwarder forwarder = new AuditForwarder(
        receiver, holder, () -> store, () -> 10 * System.nanoTime(), Duration.ofMillis(50));
    forwarder.start();
    return forwarder;
  }

  private static AuditReceiver at(SyslogReceiver receiver) {
    URI uri = URI.create(receiver.address());
    return new AuditReceiver(
        AuditReceiver.Transport.valueOf(uri.getScheme().toUpperCase(Locale.ROOT)),
        uri.getHost(),
        uri.getPort(),
        null);
  }

  private void record(String subject) {
    store.audit().record(ANN, "manifest.edit", subject, false, null);
  }

  private void awaitState(AuditForwarder forwarder, String state) {
    Await.until(() -> assertThat(forwarder.state().state()).isEqualTo(state));
  }

  @ParameterizedTest
  @EnumSource(
      value = Transport.class,
      names = {"TCP", "UDP"})
  void sendsEachNewEntryAsAMessage(Transport transport) throws Exception {
    try (SyslogReceiver receiver = SyslogReceiver.start(transport, directory);
        AuditForwarder forwarder = forwarder(at(receiver))) {
      awaitState(forwarder, "idle");
      record("shop");
      store.audit().record(ANN, "forbidden", "blog", true, null);

      Await.until(() -> assertThat(String.join("", receiver.messages()))
          .contains("\"shop\"")
          .contains("\"blog\""));
      List<String> messages = receiver.messages();
      assertThat(messages).noneMatch(each -> each.contains("the receiver"));
      assertThat(messages)
          .anyMatch(each -> each.matches("<109>1 \\S+ \\S+ lychgate \\d+ manifest.edit - \\{.*")
              && each.contains("\"subject\":\"shop\""));
      assertThat(messages)
          .anyMatch(each -> each.startsWith("<108>1 ") && each.contains("\"subject\":\"blog\""));
      Await.until(() -> assertThat(forwarder.state().behind()).isZero());
    }
  }

  @Test
  void entriesWaitInTheStoreWhileTheReceiverIsAway() throws Exception {
    SyslogReceiver gone = SyslogReceiver.start(Transport.TCP, directory);
    try (AuditForwarder forwarder = forwarder(at(gone))) {
      awaitState(forwarder, "idle");
      record("zero");
      Await.until(() -> assertThat(gone.messages()).anyMatch(each -> each.contains("\"zero\"")));
      gone.close();
      IntStream.range(0, 300).forEach(i -> record("number" + i + "."));
      awaitState(forwarder, "failing");
      Await.until(() -> assertThat(forwarder.state().behind()).isGreaterThanOrEqualTo(300));
      assertThat(forwarder.state().problem()).isNotEmpty();
      SystemReport.Outage outage = Objects.requireNonNull(forwarder.outage());
      assertThat(outage.receiver()).isEqualTo(at(gone).toString());
      assertThat(outage.since()).isEqualTo(clock.instant());
      try (AuditForwarder other = made(at(gone), "two")) {
        // It sends only while the first one pauses, and shows what waits in any case.
        Await.until(() -> assertThat(other.state().behind()).isGreaterThanOrEqualTo(300));
        assertThat(other.state().state()).isIn("idle", "failing");
      }

      try (SyslogReceiver back = gone.again()) {
        Await.until(() -> assertThat(String.join("", back.messages())).contains("number299."));
        String all = String.join("", back.messages());
        assertThat(IntStream.range(0, 300)).allMatch(i -> all.contains("number" + i + "."));
        Await.until(() -> assertThat(forwarder.state().behind()).isZero());
        assertThat(forwarder.state().lost()).isZero();
        Await.until(() -> assertThat(forwarder.outage()).isNull());
      }
    }
  }

  @Test
  void anotherProcessContinuesWhereOneEnded() throws Exception {
    try (SyslogReceiver receiver = SyslogReceiver.start(Transport.TCP, directory)) {
      try (AuditForwarder one = forwarder(at(receiver))) {
        awaitState(one, "idle");
        record("shop");
        Await.until(
            () -> assertThat(receiver.messages()).anyMatch(each -> each.contains("\"shop\"")));
      }
      record("meanwhile");
      try (AuditForwarder two = made(at(receiver), "two")) {
        assertThat(two.state().receiver()).isEqualTo(receiver.address());
        Await.until(
            () -> assertThat(receiver.messages()).anyMatch(each -> each.contains("\"meanwhile\"")));
        assertThat(receiver.messages().stream().filter(each -> each.contains("\"shop\"")))
            .hasSize(1);
      }
    }
  }

  /** Such as a receiver that expects TLS. */
  @Test
  void receiverThatClosesEachConnectionIsTriedLessOftenAndLeftToOtherGateways() throws Exception {
    AtomicInteger accepted = new AtomicInteger();
    try (ServerSocket closing = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      Thread serving = new Thread(() -> refuseAll(closing, accepted));
      serving.setDaemon(true);
      serving.start();
      AuditReceiver receiver =
          new AuditReceiver(AuditReceiver.Transport.TCP, "127.0.0.1", closing.getLocalPort(), null);
      try (AuditForwarder forwarder = made(receiver, "one")) {
        awaitState(forwarder, "idle");
        record("shop");
        awaitState(forwarder, "failing");
        while (accepted.get() < 4) {
          assertThat(forwarder.state().state()).isEqualTo("failing");
          assertThat(forwarder.state().behind()).isEqualTo(1);
          Thread.onSpinWait();
        }
        Await.until(() -> assertThat(
                store.audit().forwards().hold(receiver.toString(), "two", Duration.ofSeconds(1)))
            .isPresent());
      }
    }
  }

  private static void refuseAll(ServerSocket closing, AtomicInteger accepted) {
    while (!closing.isClosed()) {
      try {
        closing.accept().close();
        accepted.incrementAndGet();
      } catch (IOException ended) {
        // The test has ended.
      }
    }
  }

  @Test
  void endOfTheProcessCountsOnlyWhatTheReceiverHasRead() throws Exception {
    try (SyslogReceiver mute = SyslogReceiver.start(Transport.MUTE, directory)) {
      AuditForwarder forwarder =
          new AuditForwarder(at(mute), "one", () -> store, System::nanoTime, Duration.ofMillis(50));
      try (forwarder) {
        forwarder.start();
        awaitState(forwarder, "idle");
        record("shop");
        awaitState(forwarder, "sending");
      }
      var forwards = store.audit().forwards();
      assertThat(forwards.progress(mute.address()).orElseThrow().position())
          .isLessThan(forwards.newest());
    }
  }

  @Test
  void entriesThatRetentionRemovedAreCounted() throws Exception {
    SyslogReceiver gone = SyslogReceiver.start(Transport.TCP, directory);
    try (AuditForwarder forwarder = forwarder(at(gone))) {
      awaitState(forwarder, "idle");
      gone.close();
      record("early");
      record("earlier");
      awaitState(forwarder, "failing");
      clock.advance(Duration.ofHours(2));
      record("late");
      store.audit().removeBefore(clock.instant().minus(Duration.ofHours(1)));

      try (SyslogReceiver back = gone.again()) {
        Await.until(() -> assertThat(back.messages()).anyMatch(each -> each.contains("\"late\"")));
        assertThat(back.messages()).noneMatch(each -> each.contains("\"early\""));
        Await.until(() -> assertThat(forwarder.state().lost()).isPositive());
      }
    }
  }

  @Test
  void encryptsToAReceiverWhoseNameAndAuthorityFit() throws Exception {
    TlsConfig.Certificate made = TestCertificates.write(directory, "siem", "localhost");
    List<String> messages = new CopyOnWriteArrayList<>();
    try (SSLServerSocket listening = listen(made)) {
      Thread serving = new Thread(() -> serve(listening, messages));
      serving.setDaemon(true);
      serving.start();
      int port = listening.getLocalPort();
      try (AuditForwarder right = forwarder(
          new AuditReceiver(AuditReceiver.Transport.TLS, "localhost", port, made.chain()))) {
        awaitState(right, "idle");
        record("secret");
        Await.until(() -> assertThat(messages).anyMatch(each -> each.contains("\"secret\"")));
      }
      Path other = TestCertificates.write(directory, "other", "localhost").chain();
      for (AuditReceiver wrong : List.of(
          new AuditReceiver(AuditReceiver.Transport.TLS, "127.0.0.1", port, made.chain()),
          new AuditReceiver(AuditReceiver.Transport.TLS, "localhost", port, other))) {
        int before = messages.size();
        try (AuditForwarder refused = forwarder(wrong)) {
          Await.until(() -> {
            record("again");
            assertThat(refused.state().state()).isEqualTo("failing");
          });
        }
        assertThat(messages).hasSize(before);
      }
    }
  }

  private static SSLServerSocket listen(TlsConfig.Certificate made) throws Exception {
    return (SSLServerSocket) TestCertificates.server(made)
        .getServerSocketFactory()
        .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  private static void serve(SSLServerSocket listening, List<String> messages) {
    while (!listening.isClosed()) {
      try (var client = listening.accept()) {
        DataInputStream in = new DataInputStream(client.getInputStream());
        while (true) {
          int length = 0;
          for (int c = in.readUnsignedByte(); c != ' '; c = in.readUnsignedByte()) {
            length = 10 * length + c - '0';
          }
          messages.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
        }
      } catch (IOException ended) {
        // The sender has closed the connection, or refused the certificate.
      }
    }
  }
}
