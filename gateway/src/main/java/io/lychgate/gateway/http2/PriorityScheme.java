package io.lychgate.gateway.http2;

import io.lychgate.gateway.config.PriorityConfig;
import io.lychgate.scheduler.StreamPriority;
import io.lychgate.scheduler.Urgency;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;
import org.jspecify.annotations.Nullable;

/**
 * Which of the two ways of ordering rules a connection: the tree of RFC 7540, or the urgencies of RFC 9218 that followed it.
 * Until the client has said something by either, nothing is settled; {@link SchedulerDistributor} tells when it changes its mind.
 *
 * <p>Today's browsers say both with each request: Chromium and Firefox send weights and a {@code priority} field. The field
 * rules then. It says more (what may be sent in parts), means the same to every server, and in it the style sheets of Firefox go
 * wholly before its images, where by their weights they would get two shares of three. PRIORITY frames are taken as updates all
 * the same: Chromium changes its mind by nothing else, whatever SETTINGS_NO_RFC7540_PRIORITIES it was sent.
 */
final class PriorityScheme {
  /** SETTINGS_NO_RFC7540_PRIORITIES, RFC 9218 section 2.1. */
  private static final char NO_RFC7540_PRIORITIES = 0x9;

  private final PriorityConfig.Scheme configured;
  private long clientSetting;
  private boolean isClientSettingFixed;

  PriorityScheme(PriorityConfig.Scheme configured) {
    this.configured = configured;
  }

  /** What we say of it, in our first SETTINGS and never again. */
  void announce(Http2Settings first) {
    first.put(
        NO_RFC7540_PRIORITIES, Long.valueOf(configured == PriorityConfig.Scheme.RFC9218 ? 1 : 0));
  }

  /** A SETTINGS frame of the client. */
  void read(Http2Settings settings) throws Http2Exception {
    Long value = settings.get(NO_RFC7540_PRIORITIES);
    if (value != null && value > 1) {
      throw Http2Exception.connectionError(
          Http2Error.PROTOCOL_ERROR,
          "SETTINGS_NO_RFC7540_PRIORITIES: %d (expected: 0 or 1)",
          value);
    }
    if (!isClientSettingFixed) {
      isClientSettingFixed = true;
      clientSetting = value == null ? 0 : value;
    } else if (value != null && value != clientSetting) {
      throw Http2Exception.connectionError(
          Http2Error.PROTOCOL_ERROR,
          "SETTINGS_NO_RFC7540_PRIORITIES: %d after %d (expected: no change)",
          value,
          clientSetting);
    }
  }

  /** Whether the tree rules after this word of the client on the order; null for none yet. */
  boolean isTree(@Nullable StreamPriority word) {
    return switch (configured) {
      case RFC7540 -> true;
      case RFC9218 -> false;
      case AUTO -> clientSetting == 0 && !(word instanceof Urgency);
    };
  }
}
