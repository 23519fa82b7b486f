package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Reads the short text that a page of the bench sends. */
final class BenchIntake extends BodyIntake {
  /** Bytes of the longest text: the token of a link. */
  private static final int MAX_BYTES = 512;

  private final Consumer<String> reader;

  BenchIntake(Exchange exchange, Consumer<String> reader) {
    super(exchange, MAX_BYTES);
    this.reader = reader;
  }

  @Override
  boolean admits() {
    if (isTooLong()) {
      refuseLength();
      return false;
    }
    return true;
  }

  @Override
  void read(byte[] content, int length) {
    reader.accept(new String(content, 0, length, StandardCharsets.UTF_8));
  }

  @Override
  void refuseLength() {
    if (!exchange().isEnded()) {
      exchange()
          .fail(new ExchangeFailure(
              Kind.CONTENT_TOO_LARGE,
              "body: too long (expected: at most " + MAX_BYTES + " bytes)"));
    }
  }
}
