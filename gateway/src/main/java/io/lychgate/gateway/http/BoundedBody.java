package io.lychgate.gateway.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The body of a response up to a number of bytes. A longer one is an error, and is not read on. */
public final class BoundedBody implements BodySubscriber<byte[]> {
  private final int max;
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Flow.@Nullable Subscription subscription;

  /** @param max bytes */
  public BoundedBody(int max) {
    this.max = max;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription to) {
    subscription = to;
    to.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> pieces) {
    for (ByteBuffer piece : pieces) {
      if (bytes.size() + piece.remaining() > max) {
        if (subscription != null) {
          subscription.cancel();
        }
        body.completeExceptionally(
            new IOException("body: too large (expected: at most " + max + " bytes)"));
        return;
      }
      byte[] copy = new byte[piece.remaining()];
      piece.get(copy);
      bytes.writeBytes(copy);
    }
  }

  @Override
  public void onError(Throwable problem) {
    body.completeExceptionally(problem);
  }

  @Override
  public void onComplete() {
    body.complete(bytes.toByteArray());
  }
}
