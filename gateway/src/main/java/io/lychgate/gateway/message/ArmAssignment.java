package io.lychgate.gateway.message;

/**
 * An arm of an experiment that a client was put into before its page was sent.
 *
 * @param experiment id of the experiment
 * @param arm name of the arm
 * @param unit keyed hash of the client's network or of its visitor cookie: the unit of the analysis
 * @param network keyed hash of the client's network, another one in each experiment and on each day; {@code unit} if the network is the unit, or unknown
 */
public record ArmAssignment(String experiment, String arm, long unit, long network, Period period) {
  /** The time of the experiment in which the page was sent. The gateway that sent it knows it, so clocks that differ do not matter. */
  public enum Period {
    /** An earlier version of the gateway did not record it. */
    UNKNOWN(0),
    /** Before the start: the client had no treatment. */
    BEFORE(1),
    /** After the start. */
    DURING(2);

    private final int number;

    Period(int number) {
      this.number = number;
    }

    /** Returns its number in view ids and in the store. */
    public int number() {
      return number;
    }

    /** Returns the one with this number; {@code UNKNOWN} for a number of a newer version. */
    public static Period of(int number) {
      return number == BEFORE.number ? BEFORE : number == DURING.number ? DURING : UNKNOWN;
    }
  }

  /** An assignment of an earlier version of the gateway. */
  public ArmAssignment(String experiment, String arm, long unit) {
    this(experiment, arm, unit, unit, Period.UNKNOWN);
  }

  /** Returns the same of a client in this network. */
  public ArmAssignment from(long newNetwork) {
    return new ArmAssignment(experiment, arm, unit, newNetwork, period);
  }
}
