package io.lychgate.gateway.http2;

import io.lychgate.gateway.config.PriorityConfig;
import io.lychgate.scheduler.StreamPriority;
import io.lychgate.scheduler.Urgency;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;
import org.jspecify.annotations.Nullable;

/**
 * Selects the priority scheme of a connection: the tree of RFC 7540, or the urgencies of RFC 9218 that replaced it. Nothing is
 * final until the client has used one of them. {@link SchedulerDistributor} decides when the scheme changes.
 *
 * <p>Current browsers use both with each request: Chromium and Firefox send weights and a {@code priority} field. The field then
 * takes precedence. It expresses more (incremental responses) and means the same to every server. With the field, all style sheets
 * of Firefox go before its images; by their weights they would get two shares of three.
 *
 * <p>PRIORITY frames are still accepted as updates. Chromium changes priorities by no other frame, whatever value of
 * SETTINGS_NO_RFC7540_PRIORITIES it received.
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

  /** Adds the gateway's setting to its first SETTINGS frame. Later frames never contain it. */
  void announce(Http2Settings first) {
    first.put(
        NO_RFC7540_PRIORITIES, Long.valueOf(configured == PriorityConfig.Scheme.RFC9218 ? 1 : 0));
  }

  /** Reads a SETTINGS frame of the client. */
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

  /** Returns true if the tree applies after this priority signal of the client; {@code word} is null for no signal yet. */
  boolean isTree(@Nullable StreamPriority word) {
    return switch (configured) {
      case RFC7540 -> true;
      case RFC9218 -> false;
      case AUTO -> clientSetting == 0 && !(word instanceof Urgency);
    };
  }
}
