package io.lychgate.gateway.experiment;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The phase of an experiment's life. */
public enum Phase {
  /** It can still be edited, and has no effect. */
  DRAFT,
  /** Its units have their arms, and their page views are recorded; each gets the configuration. This is the pre-period. */
  PLANNED,
  RUNNING,
  /** Every client gets the configuration; after it resumes, each unit has the arm that it had. */
  PAUSED,
  /** It has ended. Its counts stay. */
  STOPPED,
  /** A person has stated the winner. */
  DECIDED;

  /** Returns the word of the API and of the store. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the phase of a word. */
  public static Optional<Phase> ofToken(String token) {
    return Arrays.stream(values()).filter(each -> each.token().equals(token)).findFirst();
  }
}
