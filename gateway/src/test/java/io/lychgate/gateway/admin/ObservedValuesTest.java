package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.http.Json;
import io.lychgate.gateway.admin.seam.ConnectionSummary;
import io.lychgate.gateway.admin.seam.ObservedValues;
import io.lychgate.gateway.admin.seam.SavingsReport;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.testkit.ApiContract;
import io.netty.channel.DefaultEventLoop;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ObservedValuesTest {

  private final DefaultEventLoop loop = new DefaultEventLoop();
  private final Observatory observatory = new Observatory(List.of(loop), Ticker.system());
  private final ObservedValues values = new ObservedValues(observatory);
  private final ApiContract contract = ApiContract.load();

  @AfterEach
  void stop() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  @Test
  void reportsTheCountersOfLoopsAsTheContractDefines() throws Exception {
    loop.submit(this::openOneConnectionWithThreeRequests).get();

    SavingsReport savings = values.savings();
    ConnectionSummary summary = values.summary();

    contract.checkSchema("Savings", Json.text(savings));
    contract.checkSchema("ConnectionSummary", Json.text(summary));
    assertThat(savings.total().h1Equivalent()).isEqualTo(3);
    assertThat(savings.total().saved()).isEqualTo(2);
    assertThat(savings.byProtocol())
        .extracting(SavingsReport.Row::protocol)
        .containsExactly(Protocol.values());
    assertThat(summary.open()).isEqualTo(1);
    assertThat(summary.inFlight()).isEqualTo(3);
    assertThat(values.connections().get()).hasSize(1);
  }

  private void openOneConnectionWithThreeRequests() {
    LoopObserver observer = observatory.of(loop);
    ConnectionRecord connection = observer.connectionOpened(
        observatory.listeners().numberOf("public"),
        WireProtocol.HTTP_2,
        new InetSocketAddress("192.0.2.1", 50000));
    for (int i = 0; i < 3; i++) {
      observer.exchangeStarted(connection, "www.example.com");
    }
  }
}
