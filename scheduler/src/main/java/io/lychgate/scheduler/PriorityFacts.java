package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a stream when the head of its response is ready.
 *
 * @param current where the stream stands: its kind says which scheduler the connection has
 * @param standing {@link ScheduledStream#standing}
 * @param dependsOnRoot {@link ScheduledStream#dependsOnRoot}
 * @param clientBuildsItsOwnOrder {@link StreamScheduler#clientBuildsItsOwnOrder}
 * @param clientStatedUrgency the client states urgencies on this connection, by Priority fields or PRIORITY_UPDATE
 * @param contentType of the response
 * @param upstreamPriority the Priority field of the response
 * @param promise null for a stream that the client asked for
 * @param entry what a manifest says of the resource, null for nothing
 * @param rule what the operator's rule that is for this response says, null for none
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

  /** A stream of a connection with urgencies only, such as those of HTTP/3, that the client asked for. */
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

  /** The facts that hold for a request without anything special, read from its handle. */
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
   * The stream is pushed.
   *
   * @param documentHeadSent the first DATA of the page it was promised on is out, or there will be none
   * @param document where that page stands, {@link ScheduledStream#standing}
   */
  public record Promise(boolean documentHeadSent, Urgency document) {
    /** With a page of which the client says nothing. */
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

  /** What the server's side says, each null for nothing. */
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
