package io.lychgate.gateway.push.lint;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Counts a body's bytes up to a limit and keeps none of them. */
final class CountedBody implements BodySubscriber<Long> {
  private final long limit;
  private final CompletableFuture<Long> count = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;
  private long bytes;

  CountedBody(long limit) {
    this.limit = limit;
  }

  @Override
  public CompletionStage<Long> getBody() {
    return count;
  }

  @Override
  public void onSubscribe(Flow.Subscription opened) {
    subscription = opened;
    opened.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> pieces) {
    pieces.forEach(piece -> bytes += piece.remaining());
    if (bytes > limit && subscription != null) {
      subscription.cancel();
      count.complete(bytes);
    }
  }

  @Override
  public void onError(Throwable failure) {
    count.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    count.complete(bytes);
  }
}
