package io.lychgate.gateway.admin.api;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.ResponseHeaders;
import io.lychgate.gateway.admin.api.EventStream.Topic;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** One open stream of events. A client that does not read misses events instead of filling the memory. */
final class EventSubscriber {

  private final Set<Topic> topics;
  private final BooleanSupplier mayStay;
  private final HttpResponseWriter writer = HttpResponse.streaming();
  private final Map<Topic, String> sent = new EnumMap<>(Topic.class); // Guarded by EventStream.
  private final StringBuilder pending = new StringBuilder(); // Guarded by EventStream.
  private volatile CompletableFuture<Void> taken = CompletableFuture.completedFuture(null);

  EventSubscriber(Set<Topic> topics, BooleanSupplier mayStay) {
    this.topics = topics;
    this.mayStay = mayStay;
  }

  HttpResponse open() {
    writer.write(ResponseHeaders.builder(HttpStatus.OK)
        .set("content-type", "text/event-stream")
        .set("cache-control", "no-store")
        .build());
    pending.append("retry: 2000\n\n");
    return writer;
  }

  /**
   * Sends the event if its content is news and the client has taken the one before. Values are whole: what is left out
   * now is made good at the next tick.
   */
  void offer(Topic topic, String content, String event) {
    if (topics.contains(topic) && taken.isDone() && !content.equals(sent.get(topic))) {
      sent.put(topic, content);
      pending.append(event);
    }
  }

  /** Sends what was offered. */
  void flush() {
    if (!pending.isEmpty()) {
      send(pending.toString());
      pending.setLength(0);
    }
  }

  private void send(String text) {
    if (writer.tryWrite(HttpData.ofUtf8(text))) {
      taken = writer.whenConsumed();
    }
  }

  /** Ends the stream when the session has ended. */
  void heartbeat() {
    if (!mayStay.getAsBoolean()) {
      close();
    } else if (taken.isDone()) {
      send(":\n\n");
    }
  }

  void close() {
    writer.close();
  }
}
