package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * The facts about a stream when the head of its response is ready.
 *
 * @param current place of the stream; its type identifies the scheduler of the connection
 * @param standing {@link ScheduledStream#standing}
 * @param dependsOnRoot {@link ScheduledStream#dependsOnRoot}
 * @param clientBuildsItsOwnOrder {@link StreamScheduler#clientBuildsItsOwnOrder}
 * @param clientStatedUrgency true if the client states urgencies on this connection, by Priority fields or PRIORITY_UPDATE
 * @param contentType the content type of the response
 * @param upstreamPriority the Priority field of the response
 * @param promise null for a stream that the client requested
 * @param entry priority that a manifest states for the resource, null for none
 * @param rule priority that the operator's rule states for this response, null for none
 */
public record PriorityFacts(
    StreamPriority current,
    Urgency standing,
    boolean dependsOnRoot,
    boolean clientBuildsItsOwnOrder,
    boolean clientStatedUrgency,
    @Nullable CharSequence contentType,
    @Nullable CharSequence upstreamPriority,
    @Nullable Promise promise,
    @Nullable StatedPriority entry,
    @Nullable StatedPriority rule) {

  /** Returns the facts for a requested stream on a connection that has only urgencies, such as HTTP/3. */
  public static PriorityFacts of(
      Urgency current,
      boolean clientStatedUrgency,
      @Nullable CharSequence contentType,
      @Nullable CharSequence upstreamPriority) {
    return new PriorityFacts(
        current,
        current,
        true,
        false,
        clientStatedUrgency,
        contentType,
        upstreamPriority,
        null,
        null,
        null);
  }

  /** Returns the facts for an ordinary request, read from its handle. */
  public static PriorityFacts of(
      StreamScheduler scheduler,
      ScheduledStream stream,
      boolean clientStatedUrgency,
      @Nullable CharSequence contentType,
      @Nullable CharSequence upstreamPriority) {
    return new PriorityFacts(
        stream.priority(),
        stream.standing(),
        stream.dependsOnRoot(),
        scheduler.clientBuildsItsOwnOrder(),
        clientStatedUrgency,
        contentType,
        upstreamPriority,
        null,
        null,
        null);
  }

  /**
   * The facts about a pushed stream.
   *
   * @param documentHeadSent true if the first DATA of the page with the promise has been sent, or there will be none
   * @param document place of that page, {@link ScheduledStream#standing}
   */
  public record Promise(boolean documentHeadSent, Urgency document) {
    /** Creates the facts for a push on a page without a stated priority. */
    public Promise(boolean documentHeadSent) {
      this(documentHeadSent, Urgency.DEFAULT);
    }
  }

  public PriorityFacts withPromise(@Nullable Promise newPromise) {
    return new PriorityFacts(
        current,
        standing,
        dependsOnRoot,
        clientBuildsItsOwnOrder,
        clientStatedUrgency,
        contentType,
        upstreamPriority,
        newPromise,
        entry,
        rule);
  }

  /** Returns the facts with the priorities stated by the server side, each null for none. */
  public PriorityFacts withStated(
      @Nullable StatedPriority newEntry, @Nullable StatedPriority newRule) {
    return new PriorityFacts(
        current,
        standing,
        dependsOnRoot,
        clientBuildsItsOwnOrder,
        clientStatedUrgency,
        contentType,
        upstreamPriority,
        promise,
        newEntry,
        newRule);
  }
}
