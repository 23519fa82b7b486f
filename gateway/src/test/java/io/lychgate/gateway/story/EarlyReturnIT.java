package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.config.listener.QpackConfig;
import io.lychgate.gateway.config.listener.QpackTables;
import io.lychgate.gateway.listen.tls.SharedSecrets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A client has a ticket of one gateway and sends early data to another one with the same secrets, as after a restart. The settings
 * remembered with the ticket may have changed.
 */
class EarlyReturnIT extends EarlyDataStory {
  /** New secrets, so that no replay window of an earlier gateway delays early data. */
  private final SharedSecrets secrets = SharedSecrets.random();

  @BeforeEach
  void share() {
    gateway.share(secrets);
  }

  @Test
  void earlyDataIsServedWithUnchangedSettings() throws Exception {
    assertThat(comeBack()).isEqualTo("status 200\naccepted true");

    assertThat(origin.requestsFor("/early")).singleElement().asString().contains("early-data: 1");
  }

  @Test
  void smallerConnectionWindowsMeanAFullHandshake() throws Exception {
    limits = limits(limits.maxHeaderBytes(), limits.maxConcurrentStreams(), 65_535);
    assertFull();
  }

  @Test
  void fewerStreamsMeanAFullHandshake() throws Exception {
    limits = limits(limits.maxHeaderBytes(), 10, limits.connectionWindowBytes());
    assertFull();
  }

  @Test
  void shorterFieldsMeanAFullHandshake() throws Exception {
    limits = limits(4096, limits.maxConcurrentStreams(), limits.connectionWindowBytes());
    assertFull();
  }

  @Test
  void changedQpackTableMeansAFullHandshake() throws Exception {
    qpack = new QpackConfig(QpackTables.BOTH, 4096, 10);
    assertFull();
  }

  @Test
  void changedCertificateMeansAFullHandshake() throws Exception {
    tls = certificate("other");
    assertFull();
  }

  @Test
  void ticketIssuedBeforeEnablingMeansAFullHandshake() throws Exception {
    isOn = false;
    gateway.apply(config());
    isOn = true;
    assertFull();
  }

  @Test
  void ticketIssuedBeforeDisablingMeansAFullHandshake() throws Exception {
    isOn = false;
    assertFull();
  }

  /** Checks that early data is rejected, sent again and served once. */
  private void assertFull() throws Exception {
    assertThat(comeBack()).isEqualTo("status 200\naccepted false");
    assertThat(origin.requestsFor("/early"))
        .singleElement()
        .asString()
        .doesNotContainIgnoringCase("early-data");
  }

  private String comeBack() throws Exception {
    try (TestGateway second = TestGateway.start(config());
        Handshakes meters = new Handshakes(second)) {
      second.share(secrets);
      String output = play(
          "early.py", url(gateway.port("public")), url(second.port("public")), "GET", "/early");
      boolean isAccepted = output.endsWith("true");
      assertThat(meters.resumed("h3")).isEqualTo(isAccepted ? 1 : 0);
      assertThat(meters.full("h3")).isEqualTo(isAccepted ? 0 : 1);
      return output;
    }
  }

  private LimitConfig limits(int headerBytes, int streams, int connectionWindow) {
    return new LimitConfig(
        headerBytes,
        limits.maxHeaderCount(),
        limits.maxTargetBytes(),
        limits.maxRequestBodyBytes(),
        streams,
        limits.maxConnections(),
        limits.maxConnectionsPerAddress(),
        limits.streamWindowBytes(),
        connectionWindow);
  }
}
