package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a stream when the head of its response is ready.
 *
 * @param current where the stream stands: its kind says which scheduler the connection has
 * @param dependsOnRoot {@link ScheduledStream#dependsOnRoot}
 * @param clientBuildsItsOwnOrder {@link StreamScheduler#clientBuildsItsOwnOrder}
 * @param clientStatedUrgency the request had a Priority field, or a PRIORITY_UPDATE named the stream
 * @param contentType of the response
 * @param manifestUrgency 0-7, or {@link #NO_URGENCY}
 * @param upstreamPriority the Priority field of the response
 * @param promise null for a stream that the client asked for
 * @param manifestIncremental what the manifest says of RFC 9218's incremental, null for nothing
 */
public record PriorityFacts(
    StreamPriority current,
    boolean dependsOnRoot,
    boolean clientBuildsItsOwnOrder,
    boolean clientStatedUrgency,
    @Nullable CharSequence contentType,
    int manifestUrgency,
    @Nullable CharSequence upstreamPriority,
    @Nullable Promise promise,
    @Nullable Boolean manifestIncremental) {
  public static final int NO_URGENCY = -1;

  public PriorityFacts {
    if (manifestUrgency < NO_URGENCY || manifestUrgency > Urgency.MAX_URGENCY) {
      throw new IllegalArgumentException(
          "manifestUrgency: " + manifestUrgency + " (expected: -1 to 7)");
    }
  }

  /** Without a word of a manifest on incremental. */
  public PriorityFacts(
      StreamPriority current,
      boolean dependsOnRoot,
      boolean clientBuildsItsOwnOrder,
      boolean clientStatedUrgency,
      @Nullable CharSequence contentType,
      int manifestUrgency,
      @Nullable CharSequence upstreamPriority,
      @Nullable Promise promise) {
    this(
        current,
        dependsOnRoot,
        clientBuildsItsOwnOrder,
        clientStatedUrgency,
        contentType,
        manifestUrgency,
        upstreamPriority,
        promise,
        null);
  }

  boolean hasManifestPriority() {
    return manifestUrgency != NO_URGENCY || manifestIncremental != null;
  }

  /** What the manifest makes of the client's priority: its members replace the client's, as a response's field would. */
  Urgency manifestPriority(Urgency client) {
    return Urgency.of(
        manifestUrgency == NO_URGENCY ? client.urgency() : manifestUrgency,
        manifestIncremental == null ? client.incremental() : manifestIncremental);
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
        stream.dependsOnRoot(),
        scheduler.clientBuildsItsOwnOrder(),
        clientStatedUrgency,
        contentType,
        NO_URGENCY,
        upstreamPriority,
        null);
  }

  /**
   * The stream is pushed.
   *
   * @param documentHeadSent the first DATA of the page it was promised on is out
   */
  public record Promise(boolean documentHeadSent) {}

  public PriorityFacts withPromise(Promise newPromise) {
    return new PriorityFacts(
        current,
        dependsOnRoot,
        clientBuildsItsOwnOrder,
        clientStatedUrgency,
        contentType,
        manifestUrgency,
        upstreamPriority,
        newPromise,
        manifestIncremental);
  }

  public PriorityFacts withManifestUrgency(int urgency) {
    return withManifestPriority(urgency, manifestIncremental);
  }

  /** What the manifest says of the resource: {@link #NO_URGENCY} and null for what it leaves open. */
  public PriorityFacts withManifestPriority(int urgency, @Nullable Boolean incremental) {
    return new PriorityFacts(
        current,
        dependsOnRoot,
        clientBuildsItsOwnOrder,
        clientStatedUrgency,
        contentType,
        urgency,
        upstreamPriority,
        promise,
        incremental);
  }
}
