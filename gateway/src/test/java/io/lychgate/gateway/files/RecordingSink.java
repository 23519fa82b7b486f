package io.lychgate.gateway.files;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import io.netty.util.AsciiString;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A sink that records the response. A test sets its free space. */
final class RecordingSink implements ResponseSink {
  private final CountDownLatch ended = new CountDownLatch(1);
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private volatile @Nullable ResponseHead head;
  private volatile @Nullable ExchangeFailure failure;
  private volatile long room = Long.MAX_VALUE;
  private volatile int received;
  private volatile int chunks;
  private volatile int consumed;

  /** Accepts this many bytes and is not writable after that. */
  RecordingSink withRoom(long bytes) {
    room = bytes;
    return this;
  }

  /** Adds free space. Call on the event loop, and notify the responder. */
  void moreRoom(long bytes) {
    room = bytes;
  }

  CountDownLatch ended() {
    return ended;
  }

  @Nullable
  ExchangeFailure failure() {
    return failure;
  }

  int received() {
    return received;
  }

  int chunks() {
    return chunks;
  }

  int consumed() {
    return consumed;
  }

  int status() {
    ResponseHead got = head;
    return got == null ? 0 : got.status();
  }

  @Nullable
  String field(String name) {
    ResponseHead got = head;
    CharSequence value = got == null ? null : got.fields().get(AsciiString.cached(name));
    return value == null ? null : value.toString();
  }

  String body() {
    synchronized (body) {
      return body.toString(StandardCharsets.ISO_8859_1);
    }
  }

  @Override
  public void informational(ResponseHead interim) {
    throw new AssertionError("informational: " + interim);
  }

  @Override
  public void head(ResponseHead got, boolean end) {
    if (head != null) {
      throw new AssertionError("head: twice");
    }
    head = got;
    if (end) {
      ended.countDown();
    }
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // Only the event loop writes.
  public void data(ByteBuf data, boolean end) {
    int count = data.readableBytes();
    byte[] bytes = new byte[count];
    data.readBytes(bytes);
    data.release();
    synchronized (body) {
      body.writeBytes(bytes);
    }
    received += count;
    chunks++;
    room -= count;
    if (end) {
      ended.countDown();
    }
  }

  @Override
  public void trailers(Fields trailers) {
    throw new AssertionError("trailers: " + trailers);
  }

  @Override
  public void fail(ExchangeFailure why) {
    failure = why;
    ended.countDown();
  }

  @Override
  public boolean isWritable() {
    return room > 0;
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate")
  public void requestConsumed(int bytes) {
    consumed += bytes;
  }

  @Override
  public void flush() {}
}
