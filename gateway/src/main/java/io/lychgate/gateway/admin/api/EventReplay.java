package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.admin.api.EventStream.Topic;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The last events of all topics, for streams that continue after a lost connection (Last-Event-ID). An id is that of this process and a
 * number, so that an id of another node or of an earlier process is not taken for one of these. Not safe for threads.
 */
final class EventReplay {
  /** Events that are kept: three topics each two seconds for a minute. */
  private static final int MAX_EVENTS = 100;

  /** Characters of all kept events. */
  private static final int MAX_CHARACTERS = 2 << 20;

  private final String process =
      HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
  private final Deque<Event> events = new ArrayDeque<>();
  private final Map<Topic, Event> newest = new EnumMap<>(Topic.class);
  private int characters;
  private long last;

  /**
   * One event.
   *
   * @param content its value without the time; equal contents are one event
   * @param text the event as it is sent
   */
  record Event(long number, Topic topic, String content, String text) {}

  /**
   * The events after an id.
   *
   * @param gap the event for a client if some events are not known any more; null if all are
   */
  record Missed(@Nullable String gap, List<Event> events) {}

  /** Adds the present value of a topic. Returns its event: the earlier one if the value has not changed. */
  String add(Topic topic, String content, String json) {
    Event before = newest.get(topic);
    if (before != null && before.content().equals(content)) {
      return before.text();
    }
    long number = ++last;
    String text =
        "id: " + process + "-" + number + "\nevent: " + topic.token() + "\ndata: " + json + "\n\n";
    Event event = new Event(number, topic, content, text);
    newest.put(topic, event);
    events.add(event);
    characters += text.length();
    while (events.size() > MAX_EVENTS || (characters > MAX_CHARACTERS && events.size() > 1)) {
      characters -= events.remove().text().length();
    }
    return text;
  }

  /** Forgets all events, because the values are not read from now on. */
  void clear() {
    events.clear();
    newest.clear();
    characters = 0;
  }

  /** Returns the events after the one with this id. */
  Missed after(String id) {
    int dash = id.indexOf('-');
    String number = id.substring(dash + 1);
    boolean isOurs =
        dash > 0 && id.substring(0, dash).equals(process) && number.matches("\\d{1,18}");
    long from = isOurs ? Long.parseLong(number) : -1;
    Event oldest = events.peek();
    if (!isOurs || from > last || oldest == null || from < oldest.number() - 1) {
      return new Missed(
          "event: gap\ndata: {\"reason\":\"" + (isOurs ? "too-old" : "unknown-id") + "\"}\n\n",
          List.of());
    }
    return new Missed(
        null, events.stream().filter(event -> event.number() > from).toList());
  }
}
