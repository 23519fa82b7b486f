package io.lychgate.gateway.exchange;

import io.lychgate.gateway.experiment.ArmCount;
import io.lychgate.gateway.experiment.ArmTally;
import io.lychgate.gateway.experiment.Assigned;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.observe.ConnectionRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts one exchange for each of its arms. Event loop only. */
final class ArmAccount {
  /** Counts nothing. */
  static final ArmAccount NONE = new ArmAccount(Assigned.NONE, List.of());

  private final Assigned assigned;
  private final List<ArmTally> tallies;

  private ArmAccount(Assigned assigned, List<ArmTally> tallies) {
    this.assigned = assigned;
    this.tallies = tallies;
  }

  /** Begins to count. A promised request is part of its page, so only its waste counts. */
  static ArmAccount begin(Assigned assigned, ExchangeAccount account) {
    List<ArmTally> tallies = new ArrayList<>(assigned.running().size());
    for (int i = 0; i < assigned.running().size(); i++) {
      ArmTally tally = account.loop().arms().of(assigned.running().get(i));
      tallies.add(tally);
      if (!account.isPushed()) {
        tally.add(assigned.network(), ArmCount.REQUESTS, 1);
        tally.unit(assigned.arms().get(i).unit());
        if (Navigation.isNavigation(account.request())) {
          tally.add(assigned.network(), ArmCount.VIEWS, 1);
          tally.add(got(account.connection().record()), 1);
        }
        account.connection().counts(tally, assigned.network(), account.authorityPlace());
      }
    }
    return new ArmAccount(assigned, tallies);
  }

  private static ArmCount got(ConnectionRecord record) {
    return switch (record.protocol()) {
      case HTTP_1_1 -> ArmCount.GOT_H1;
      case HTTP_2 -> ArmCount.GOT_H2;
      case HTTP_3 -> ArmCount.GOT_H3;
    };
  }

  Assigned assigned() {
    return assigned;
  }

  void firstByte(long nanos) {
    for (int i = 0; i < tallies.size(); i++) {
      tallies.get(i).firstByte(assigned.network(), nanos / 1_000);
    }
  }

  /** Counts bytes of a push that the client did not want. */
  void wasted(long bytes) {
    add(ArmCount.WASTED, bytes);
  }

  /**
   * Counts the end of the exchange.
   *
   * @param status the final status code; 0 if none was sent
   * @param failure its first failure; null for none
   * @param wasCut true if that failure came after the head of the response
   */
  void ended(int status, @Nullable Kind failure, boolean wasCut, long bytes, boolean isWhole) {
    add(ArmCount.BYTES, bytes);
    if (failure == Kind.CLIENT_ABORTED || failure == Kind.CLIENT_STALLED) {
      add(ArmCount.ABORTED, 1);
    } else if (failure != null && wasCut) {
      add(ArmCount.TRUNCATED, 1);
    } else if (status == 0 && !isWhole) {
      add(ArmCount.FAILED, 1);
    } else if (failure != null && status >= 500) {
      add(ArmCount.FAILED, 1);
    }
    if (status >= 500) {
      add(ArmCount.ERRORS_5XX, 1);
    }
  }

  private void add(ArmCount what, long amount) {
    for (int i = 0; i < tallies.size(); i++) {
      tallies.get(i).add(assigned.network(), what, amount);
    }
  }
}
