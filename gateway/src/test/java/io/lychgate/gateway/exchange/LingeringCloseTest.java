package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.AbstractChannel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DuplexChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class LingeringCloseTest {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final long NOTHING_SCHEDULED = -1;

  private final Socket socket = new Socket();

  @Test
  void closesOnlyItsOutputUntilTheTimeoutExpires() {
    ChannelFuture closed = socket.pipeline().close();

    assertThat(socket.isOutputShutdown()).isTrue();
    pass(PATIENCE.minusMillis(1));
    assertThat(socket.isOpen()).isTrue();
    assertThat(closed.isDone()).isFalse();
    pass(Duration.ofMillis(1));
    assertThat(socket.isOpen()).isFalse();
    assertThat(closed.isSuccess()).isTrue();
  }

  @Test
  void timeoutWritesNothingToTheLog() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger netty = (Logger) LoggerFactory.getLogger(AbstractChannel.class);
    netty.addAppender(log);
    try {
      var unused = socket.pipeline().close();
      pass(PATIENCE);
    } finally {
      netty.detachAppender(log);
    }

    assertThat(socket.isOpen()).isFalse();
    assertThat(log.list).isEmpty();
  }

  /** Netty's handler of HTTP/2 closes twice after an error: when its GOAWAY is written, and for the error itself. */
  @Test
  void laterCloseWaitsLikeTheFirst() {
    ChannelFuture first = socket.pipeline().close();

    ChannelFuture second = socket.pipeline().close();

    pass(PATIENCE.minusMillis(1));
    assertThat(socket.isOpen()).isTrue();
    assertThat(second.isDone()).isFalse();
    pass(Duration.ofMillis(1));
    assertThat(socket.isOpen()).isFalse();
    assertThat(first.isSuccess()).isTrue();
    assertThat(second.isSuccess()).isTrue();
  }

  /** Many short connections would otherwise stay in memory after their end. */
  @Test
  void timeoutEndsWithTheConnection() {
    ChannelFuture closed = socket.pipeline().close();
    assertThat(socket.runScheduledPendingTasks()).isPositive();

    socket.unsafe().close(socket.voidPromise());
    pass(Duration.ofMillis(100));

    assertThat(closed.isSuccess()).isTrue();
    assertThat(socket.runScheduledPendingTasks()).isEqualTo(NOTHING_SCHEDULED);
  }

  @Test
  void dropsInput() {
    ByteBuf input = Unpooled.buffer().writeByte(1);
    var unused = socket.pipeline().close();

    boolean isPassedOn = socket.writeInbound(input);

    assertThat(isPassedOn).isFalse();
    assertThat(input.refCnt()).isZero();
    pass(PATIENCE);
  }

  private void pass(Duration time) {
    socket.advanceTimeBy(time.toMillis(), TimeUnit.MILLISECONDS);
    socket.runPendingTasks();
  }

  /** An embedded channel whose output can be closed alone. */
  private static final class Socket extends EmbeddedChannel implements DuplexChannel {
    private boolean isOutputShutdown;

    Socket() {
      super(new LingeringClose(PATIENCE));
      freezeTime();
    }

    @Override
    public boolean isOutputShutdown() {
      return isOutputShutdown;
    }

    @Override
    public ChannelFuture shutdownOutput() {
      return shutdownOutput(newPromise());
    }

    @Override
    public ChannelFuture shutdownOutput(ChannelPromise promise) {
      isOutputShutdown = true;
      return promise.setSuccess();
    }

    @Override
    public boolean isInputShutdown() {
      return false;
    }

    @Override
    public ChannelFuture shutdownInput() {
      return shutdownInput(newPromise());
    }

    @Override
    public ChannelFuture shutdownInput(ChannelPromise promise) {
      return promise.setSuccess();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public ChannelFuture shutdown() {
      return shutdownOutput();
    }

    @Override
    public ChannelFuture shutdown(ChannelPromise promise) {
      return shutdownOutput(promise);
    }
  }
}
