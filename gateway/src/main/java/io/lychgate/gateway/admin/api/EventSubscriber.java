package io.lychgate.gateway.admin.api;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import io.lychgate.gateway.admin.api.EventStream.Topic;
import io.lychgate.gateway.admin.http.Reply;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One open stream of events. A client that does not read misses events, so that they do not fill the memory. */
final class EventSubscriber {

  private final String user;
  private final Set<Topic> topics;
  private final @Nullable Predicate<String> sites;
  private final BooleanSupplier mayStay;
  private final HttpResponseWriter writer = HttpResponse.streaming();
  private final Map<Topic, String> sent = new EnumMap<>(Topic.class); // Guarded by EventStream.
  private final StringBuilder pending = new StringBuilder(); // Guarded by EventStream.
  private volatile CompletableFuture<Void> taken = CompletableFuture.completedFuture(null);

  EventSubscriber(
      String user, Set<Topic> topics, @Nullable Predicate<String> sites, BooleanSupplier mayStay) {
    this.user = user;
    this.topics = topics;
    this.sites = sites;
    this.mayStay = mayStay;
  }

  String user() {
    return user;
  }

  /** Returns the sites of which the values may tell; null for all. */
  @Nullable
  Predicate<String> sites() {
    return sites;
  }

  HttpResponse open() {
    writer.write(Reply.streamHead("text/event-stream").build());
    pending.append("retry: 2000\n\n");
    return writer;
  }

  /**
   * Queues the event if its content has changed and the client has consumed the previous one. Each event has the complete value, so
   * the next tick makes up for a skipped one.
   */
  void offer(Topic topic, String content, String event) {
    if (topics.contains(topic) && taken.isDone() && !content.equals(sent.get(topic))) {
      sent.put(topic, content);
      pending.append(event);
    }
  }

  /** Queues the events that the client missed on its earlier stream, of its topics only. */
  void resume(EventReplay.Missed missed) {
    if (missed.gap() != null) {
      pending.append(missed.gap());
      return;
    }
    for (EventReplay.Event each : missed.events()) {
      offer(each.topic(), each.content(), each.text());
    }
  }

  /** Sends the queued events. */
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

  /** Closes the stream if the session has ended; otherwise sends a comment line. */
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
