package io.lychgate.scheduler;

/** The two parameters of RFC 9218 4. The sixteen values are shared; get them from {@link #of}. */
public final class Urgency implements StreamPriority {
  /** Default urgency (RFC 9218 4.1). */
  public static final int DEFAULT_URGENCY = 3;

  public static final int MAX_URGENCY = 7;

  private static final Urgency[] ALL = all();

  /** RFC 9218 4: {@code u=3}, not incremental. */
  public static final Urgency DEFAULT = of(DEFAULT_URGENCY, false);

  /** The place that the gateway gives to resources that block painting. */
  public static final Urgency RAISED = of(0, false);

  private final int urgency;
  private final boolean incremental;

  private Urgency(int urgency, boolean incremental) {
    this.urgency = urgency;
    this.incremental = incremental;
  }

  public static Urgency of(int urgency, boolean incremental) {
    if (urgency < 0 || urgency > MAX_URGENCY) {
      throw new IllegalArgumentException("urgency: " + urgency + " (expected: 0-7)");
    }
    return ALL[urgency * 2 + (incremental ? 1 : 0)];
  }

  /** Reverses {@link TreeDependency#weightOf}; the default weight is u=3. */
  public static Urgency ofWeight(int weight) {
    if (weight == TreeDependency.DEFAULT.weight()) {
      return DEFAULT;
    }
    int urgency = 0;
    while (weight < TreeDependency.weightOf(of(urgency, false))) {
      urgency++;
    }
    return of(urgency, false);
  }

  /** Returns the urgency: 0 is the most urgent, 7 is background. */
  public int urgency() {
    return urgency;
  }

  /** Returns true if parts of the response are useful before it is complete. */
  public boolean incremental() {
    return incremental;
  }

  public Urgency withUrgency(int newUrgency) {
    return of(newUrgency, incremental);
  }

  public Urgency withIncremental(boolean newIncremental) {
    return of(urgency, newIncremental);
  }

  @Override
  public String toString() {
    return "u=" + urgency + (incremental ? ", i" : "");
  }

  private static Urgency[] all() {
    Urgency[] all = new Urgency[(MAX_URGENCY + 1) * 2];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Urgency(i / 2, i % 2 == 1);
    }
    return all;
  }
}
