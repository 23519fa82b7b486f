package io.lychgate.gateway.simulate;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Collects one response. Event loop only. */
final class ResponseBuffer {
  /** Bytes of a body that are kept. More are counted only. */
  static final int MAX_KEPT = 4 << 20;

  private static final int FIRST_FINAL = 200;

  private final CompletableFuture<Fetched> whole = new CompletableFuture<>();
  private final long start = System.nanoTime();
  private final Map<String, List<String>> fields = new TreeMap<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private int status;
  private long interim;
  private long first;
  private long bytes;

  CompletableFuture<Fetched> whole() {
    return whole;
  }

  /** Takes a head. An interim one (RFC 9110 section 15.2) is noted and dropped. */
  void head(
      int code, Iterable<? extends Map.Entry<? extends CharSequence, ? extends CharSequence>> all) {
    if (code < FIRST_FINAL) {
      interim = interim == 0 ? System.nanoTime() : interim;
      return;
    }
    if (status != 0) {
      return; // Trailers.
    }
    status = code;
    first = System.nanoTime();
    for (Map.Entry<? extends CharSequence, ? extends CharSequence> field : all) {
      fields
          .computeIfAbsent(
              field.getKey().toString().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
          .add(field.getValue().toString());
    }
  }

  void data(ByteBuf data) {
    int length = data.readableBytes();
    bytes += length;
    if (body.size() + length <= MAX_KEPT) {
      byte[] copy = new byte[length];
      data.getBytes(data.readerIndex(), copy);
      body.writeBytes(copy);
    }
  }

  void end() {
    done(true);
  }

  /** The connection or the stream has ended early. */
  void cut(String reason) {
    if (status == 0) {
      whole.completeExceptionally(new IOException(reason));
    } else {
      done(false);
    }
  }

  private void done(boolean isWhole) {
    whole.complete(new Fetched(
        status,
        fields,
        body.toByteArray(),
        bytes,
        isWhole,
        start,
        interim,
        first,
        System.nanoTime()));
  }
}
