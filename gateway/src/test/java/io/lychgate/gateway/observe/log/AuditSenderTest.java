package io.lychgate.gateway.observe.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.UnixOperatingSystemMXBean;
import io.lychgate.gateway.config.AuditReceiver;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class AuditSenderTest {
  @TempDir
  Path directory;

  /** It would otherwise hold up the trail for ever, and no alarm would say so. */
  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void receiverWithTlsThatReadsNothingIsGivenUp() throws Exception {
    TlsConfig.Certificate made = TestCertificates.write(directory, "siem", "localhost");
    try (SSLServerSocket listening = listen(made)) {
      Thread mute = new Thread(() -> shakeHands(listening));
      mute.setDaemon(true);
      mute.start();
      AuditReceiver receiver = new AuditReceiver(
          AuditReceiver.Transport.TLS, "localhost", listening.getLocalPort(), made.chain());

      try (AuditSender sender = AuditSender.open(receiver)) {
        String message = "x".repeat(1 << 20);
        assertThatThrownBy(() -> {
              for (int i = 0; i < 100; i++) {
                sender.send(message);
              }
            })
            .isInstanceOf(IOException.class)
            .hasMessageContaining("takes no more bytes");
      }
      mute.interrupt();
      mute.join();
    }
  }

  /** The trail tries again for as long as the receiver is away. */
  @ParameterizedTest
  @EnumSource(AuditReceiver.Transport.class)
  void receiverWithoutAnAddressLeavesNoDescriptorOpen(AuditReceiver.Transport transport) {
    AuditReceiver unknown = new AuditReceiver(transport, "siem.invalid", 6514, null);
    long before = descriptors();

    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(() -> AuditSender.open(unknown)).isInstanceOf(IOException.class);
    }

    assertThat(descriptors()).isLessThan(before + 50);
  }

  private static long descriptors() {
    return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
        .getOpenFileDescriptorCount();
  }

  private static void shakeHands(SSLServerSocket listening) {
    try (SSLSocket client = (SSLSocket) listening.accept()) {
      client.startHandshake();
      // Reads nothing until the thread ends with the JVM.
      new CountDownLatch(1).await();
    } catch (IOException | InterruptedException ended) {
      // The test has ended.
    }
  }

  private static SSLServerSocket listen(TlsConfig.Certificate made) throws Exception {
    SSLServerSocket listening = (SSLServerSocket)
        TestCertificates.server(made).getServerSocketFactory().createServerSocket();
    listening.setReceiveBufferSize(4096);
    listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return listening;
  }
}
