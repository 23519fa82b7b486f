package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ServiceTimesTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  private final ServiceTimes times = new ServiceTimes();

  /** The clock wraps around during each test. */
  private long now = Long.MAX_VALUE - 5 * MILLI;

  private StreamLease begin() {
    StreamLease lease = new StreamLease();
    lease.begin(1, now);
    times.began(lease);
    return lease;
  }

  private void end(StreamLease lease) {
    times.ended(lease, now);
    lease.end();
  }

  private void serve(int requests, long nanos) {
    for (int i = 0; i < requests; i++) {
      StreamLease lease = begin();
      now += nanos;
      end(lease);
    }
  }

  @Test
  void nothingIsExpectedWithoutMeasurements() {
    assertThat(times.expectedNanos(now)).isZero();
  }

  @Test
  void requestsAreExpectedToTakeAsLongAsRecentOnes() {
    serve(10, 50 * MILLI);
    begin();
    begin();

    assertThat(times.expectedNanos(now)).isCloseTo(50 * MILLI, within(MILLI));
  }

  @Test
  void upstreamThatHasStoppedIsDetectedBeforeARequestEnds() {
    serve(10, 50 * MILLI);
    begin();
    begin();
    now += 4000 * MILLI;

    assertThat(times.expectedNanos(now)).isCloseTo(4000 * MILLI, within(MILLI));
  }

  /** Four of ten connections are free again every 50 ms: some 125 ms for each of ten. */
  @Test
  void longStreamsDoNotHideTheConnectionsThatAreFreeSoon() {
    for (int i = 0; i < 6; i++) {
      begin();
    }
    now += HOUR;
    serve(10, 50 * MILLI);
    for (int i = 0; i < 4; i++) {
      begin();
    }

    assertThat(times.expectedNanos(now)).isCloseTo(125 * MILLI, within(MILLI));
  }

  @Test
  void endOfALongStreamDoesNotChangeWhatIsExpectedOfShortRequests() {
    serve(10, 50 * MILLI);
    StreamLease stream = begin();
    now += HOUR;
    end(stream);

    assertThat(times.expectedNanos(now)).isLessThan(60 * MILLI);
  }

  @Test
  void requestsThatLeaveInAnyOrderDoNotCount() {
    StreamLease first = begin();
    StreamLease second = begin();
    StreamLease third = begin();
    times.leaveOut(second);
    times.leaveOut(third);
    now += 10 * MILLI;
    begin();
    now += 10 * MILLI;

    // The harmonic mean of 20 and 10 ms.
    assertThat(times.expectedNanos(now)).isCloseTo(13 * MILLI, within(MILLI));
    end(first);
    now += MILLI;
    assertThat(times.expectedNanos(now)).isCloseTo(20 * MILLI, within(MILLI));
  }
}
