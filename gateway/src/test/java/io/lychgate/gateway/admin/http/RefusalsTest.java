package io.lychgate.gateway.admin.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.access.Permission;
import io.lychgate.gateway.store.Actor;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class RefusalsTest {
  private static final Actor ANN = new Actor("ann", "192.0.2.1");

  private Instant now = Instant.EPOCH;
  private final Refusals refusals = new Refusals(() -> now, new SimpleMeterRegistry());

  private Refusals.Counted count(Actor actor) {
    return refusals.count(actor, Permission.LIST_USERS);
  }

  private Refusals.Counted countMany(Actor actor, int number) {
    Refusals.Counted last = count(actor);
    for (int i = 1; i < number; i++) {
      last = count(actor);
    }
    return last;
  }

  @Test
  void eachAddressOfASenderHasItsOwnMinute() {
    assertThat(countMany(ANN, Refusals.MOST).isRecorded()).isTrue();
    assertThat(count(ANN).isRecorded()).isFalse();
    assertThat(count(new Actor("ann", "192.0.2.2")).isRecorded()).isTrue();
  }

  @Test
  void addressesOfOneNetworkOfIpv6AreOneSender() {
    for (int i = 0; i < Refusals.MOST; i++) {
      assertThat(count(new Actor("ann", "2001:db8:0:1:0:0:0:" + i)).isRecorded())
          .isTrue();
    }

    assertThat(count(new Actor("ann", "2001:db8:0:1:f:0:0:0")).isRecorded()).isFalse();
    assertThat(count(new Actor("ann", "2001:db8:0:2:0:0:0:0")).isRecorded()).isTrue();
    now = now.plus(Refusals.WINDOW);
    assertThat(count(ANN).ended())
        .containsExactly(new Refusals.LeftOut(new Actor("ann", "2001:db8:0:1:0:0:0:0/64"), 1));
  }

  @Test
  void sendersOfUnknownTokensHaveOneBoundForAllAddresses() {
    Actor busy = new Actor(Refusals.UNKNOWN_TOKEN, "192.0.2.1");
    countMany(busy, 10 * Refusals.MOST_OF_USER);
    for (int i = 0; i < Refusals.MOST_OF_USER - Refusals.MOST; i++) {
      assertThat(count(
                  new Actor(Refusals.UNKNOWN_TOKEN, "2001:db8:0:" + Integer.toHexString(i) + "::"))
              .isRecorded())
          .as("one sender does not use up the entries of all")
          .isTrue();
    }

    Actor another = new Actor(Refusals.UNKNOWN_TOKEN, "192.0.2.2");
    assertThat(countMany(another, 5).isRecorded()).isFalse();
    assertThat(count(ANN).isRecorded()).as("a user").isTrue();
    now = now.plus(Refusals.WINDOW);
    assertThat(count(ANN).ended())
        .contains(new Refusals.LeftOut(new Actor(Refusals.UNKNOWN_TOKEN, null), 5));
  }

  @Test
  void tokensAndAddressesOfAUserHaveOneBound() {
    for (int i = 0; i < Refusals.MOST_OF_USER; i++) {
      assertThat(count(new Actor("ann/token" + i, "2001:db8:0:" + Integer.toHexString(i) + "::"))
              .isRecorded())
          .isTrue();
    }

    assertThat(countMany(new Actor("ann/another", "192.0.2.7"), 5).isRecorded()).isFalse();
    assertThat(count(ANN).isRecorded()).as("the session").isFalse();
    assertThat(count(new Actor("anna", "192.0.2.7")).isRecorded()).isTrue();
    now = now.plus(Refusals.WINDOW);
    assertThat(count(ANN).ended()).containsExactly(new Refusals.LeftOut(new Actor("ann", null), 6));
  }

  @Test
  void floodOfOneOperationHidesNoAttemptAtAnother() {
    countMany(ANN, 10 * Refusals.MOST);

    assertThat(refusals.count(ANN, Permission.DELETE_USER).isRecorded()).isTrue();
    assertThat(refusals.count(ANN, Permission.DELETE_USER).isRecorded()).isFalse();
    Actor stranger = new Actor(Refusals.UNKNOWN_TOKEN, "192.0.2.1");
    for (int i = 0; i < Refusals.MAX_SENDERS; i++) {
      count(new Actor(Refusals.UNKNOWN_TOKEN, "198.51." + i / 256 + "." + i % 256));
    }
    assertThat(count(stranger).isRecorded()).isFalse();
    assertThat(refusals.count(stranger, Permission.DELETE_USER).isRecorded()).isTrue();
  }

  @Test
  void nextMinuteStartsWithTheNumberOfThoseLeftOut() {
    countMany(ANN, Refusals.MOST + 5);
    now = now.plus(Refusals.WINDOW).minusMillis(1);
    assertThat(count(ANN).ended()).isEmpty();
    now = now.plusMillis(1);

    Refusals.Counted next = count(ANN);

    assertThat(next.isRecorded()).isTrue();
    assertThat(next.ended()).containsExactly(new Refusals.LeftOut(ANN, 6));
    assertThat(count(ANN).ended()).as("once").isEmpty();
  }

  @Test
  void clockThatWasSetBackEndsTheMinute() {
    countMany(ANN, Refusals.MOST + 1);
    now = now.minusSeconds(3600);

    assertThat(count(ANN).isRecorded()).isTrue();
  }

  @Test
  void manySendersTakeBoundedMemoryAndLoseNoNumber() {
    countMany(ANN, Refusals.MOST + 3);
    // A user counts twice: at one address, and at all.
    for (int i = 1; i < Refusals.MAX_SENDERS / 2; i++) {
      assertThat(count(new Actor("user" + i, "192.0.2.1")).ended()).isEmpty();
    }

    assertThat(count(new Actor("last", "192.0.2.1")).ended())
        .containsExactly(new Refusals.LeftOut(ANN, 3));
  }
}
