package io.lychgate.gateway.publish;

import io.lychgate.gateway.config.PublishingConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestPurpose;
import io.netty.util.AsciiString;
import io.netty.util.internal.PlatformDependent;
import java.util.Queue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes page views from the event loops. One for all loops; it never blocks them. While recording is off, a page view costs one read
 * of a flag. If page views arrive faster than they are taken away, some are only counted.
 */
public final class PageRecorder {
  private static final int WAITING = 8192;
  private static final int LONGEST_TARGET = 1024;
  private static final int LONGEST_HOST = 255;
  private static final int LONGEST_PLATFORM = 20;
  private static final AsciiString MOBILE = FieldNames.canonical("sec-ch-ua-mobile");
  private static final AsciiString PLATFORM = FieldNames.canonical("sec-ch-ua-platform");

  private final Queue<RecordedPage> waiting = PlatformDependent.newFixedMpscQueue(WAITING);
  private final LongAdder views = new LongAdder();
  private volatile PublishingConfig.Recording what = PublishingConfig.Recording.OFF;

  void record(PublishingConfig.Recording wanted) {
    what = wanted;
  }

  /** Records a page view. Event loops only. */
  public void view(RequestHead request, Protocol protocol) {
    PublishingConfig.Recording now = what;
    if (now == PublishingConfig.Recording.OFF) {
      return;
    }
    views.increment();
    CharSequence path = request.path();
    if (path.length() <= LONGEST_TARGET && request.authority().length() <= LONGEST_HOST) {
      // A full queue refuses it; then it is only counted.
      var unused = waiting.offer(page(request, protocol, now));
    }
  }

  private static RecordedPage page(
      RequestHead request, Protocol protocol, PublishingConfig.Recording what) {
    String path = request.path().toString();
    int query = path.indexOf('?');
    String target =
        query >= 0 && what == PublishingConfig.Recording.PATHS ? path.substring(0, query) : path;
    return new RecordedPage(
        AsciiString.of(request.authority()).toLowerCase().toString(),
        PersonalText.masked(target),
        protocol.token(),
        RequestPurpose.isPrefetch(request.fields()),
        AsciiString.contentEqualsIgnoreCase("on", request.fields().get(FieldNames.SAVE_DATA)),
        bounded(request.fields().get(MOBILE)),
        bounded(request.fields().get(PLATFORM)));
  }

  private static String bounded(@Nullable CharSequence value) {
    return value == null || value.length() > LONGEST_PLATFORM ? "" : value.toString();
  }

  /** Takes the waiting page views, and returns the number of all since the last call. One thread. */
  long drain(Consumer<RecordedPage> into) {
    // The number is read first: a page view in between is taken now and counted next time.
    long all = views.sumThenReset();
    for (int i = 0; i < WAITING; i++) {
      RecordedPage page = waiting.poll();
      if (page == null) {
        break;
      }
      into.accept(page);
    }
    return all;
  }
}
