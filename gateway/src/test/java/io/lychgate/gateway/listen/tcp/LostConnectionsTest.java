package io.lychgate.gateway.listen.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.channels.NotYetConnectedException;
import org.junit.jupiter.api.Test;

final class LostConnectionsTest {
  private final EmbeddedChannel channel = new EmbeddedChannel(LostConnections.INSTANCE);

  @Test
  void resetOfTheClientClosesAndIsNotPropagated() {
    channel.pipeline().fireExceptionCaught(new IOException("Connection reset by peer"));

    channel.checkException();
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void readAfterAResetClosesToo() {
    channel.pipeline().fireExceptionCaught(new NotYetConnectedException());

    channel.checkException();
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void otherExceptionsArePropagated() {
    channel.pipeline().fireExceptionCaught(new IllegalStateException("defect"));

    assertThatThrownBy(channel::checkException).hasMessage("defect");
  }
}
