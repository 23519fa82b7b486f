package io.lychgate.gateway.listen.quic;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.listen.socket.ConnectionQuota;
import io.lychgate.gateway.listen.tls.SharedSecrets;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddressTokensTest {
  private static final ByteBuf FIRST_ID =
      Unpooled.wrappedBuffer(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
  private static final ByteBuf OUR_ID = Unpooled.wrappedBuffer(new byte[ConnectionIds.LENGTH]);

  private static final LoopObserver OBSERVER = new Observatory(
          List.of(ImmediateEventExecutor.INSTANCE), Ticker.system())
      .loops()
      .get(0);

  private final HandshakeLoad load = new HandshakeLoad(new ConnectionQuota(LimitConfig.defaults()));
  private final AddressTokens tokens =
      tokens(new QuicKeys(SharedSecrets.random().quic()));

  @Test
  void asksForARetryOnlyUnderLoad() throws Exception {
    ByteBuf token = Unpooled.buffer();
    assertThat(tokens.writeToken(token, FIRST_ID, peer(1, 4000))).isFalse();
    assertThat(token.readableBytes()).isZero();

    for (int i = 0; i < 1000; i++) {
      load.begun();
    }

    assertThat(tokens.writeToken(token, FIRST_ID, peer(1, 4000))).isTrue();
    assertThat(token.readableBytes()).isPositive().isLessThanOrEqualTo(tokens.maxTokenLength());
  }

  @Test
  void acceptsItsOwnTokenFromTheSameAddress() throws Exception {
    ByteBuf token = token(peer(1, 4000));

    assertThat(tokens.validateToken(token, peer(1, 4000), OUR_ID).isValid()).isTrue();
    int offset = tokens.validateToken(token, peer(1, 4000));
    assertThat(token.slice(offset, token.readableBytes() - offset)).isEqualTo(FIRST_ID);
  }

  @Test
  void rejectsTokensOfOtherKeys() throws Exception {
    ByteBuf token = token(peer(1, 4000));

    assertThat(tokens.validateToken(token, peer(2, 4000), OUR_ID).isValid()).isFalse();
    assertThat(tokens.validateToken(token, peer(1, 4001), OUR_ID).isValid()).isFalse();
    assertThat(tokens(new QuicKeys(SharedSecrets.random().quic()))
            .validateToken(token, peer(1, 4000), OUR_ID)
            .isValid())
        .isFalse();
    assertThat(tokens.validateToken(token, peer(1, 4000), FIRST_ID).isValid()).isFalse();
  }

  @Test
  void rejectsChangedTokens() throws Exception {
    ByteBuf token = token(peer(1, 4000));

    for (int i = 0; i < token.readableBytes(); i++) {
      ByteBuf changed = token.copy();
      changed.setByte(i, changed.getByte(i) ^ 1);
      assertThat(tokens.validateToken(changed, peer(1, 4000))).as("byte %d", i).isEqualTo(-1);
    }
    assertThat(tokens.validateToken(token.slice(0, 10), peer(1, 4000))).isEqualTo(-1);
    assertThat(tokens.validateToken(Unpooled.buffer().writeZero(200), peer(1, 4000)))
        .isEqualTo(-1);
  }

  private AddressTokens tokens(QuicKeys keys) {
    return new AddressTokens(load, keys, new ConnectionIds(keys, 7, 0), OBSERVER);
  }

  private ByteBuf token(InetSocketAddress peer) {
    ByteBuf token = Unpooled.buffer();
    tokens.write(token, FIRST_ID, peer);
    return token;
  }

  private static InetSocketAddress peer(int last, int port) throws UnknownHostException {
    return new InetSocketAddress(
        InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last}), port);
  }
}
