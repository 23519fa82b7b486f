package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.StoredConfiguration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The configuration of this gateway, and its changes if the store has it. */
public interface ConfigurationSetting {
  /** Returns true if the store has the configuration, false if a file has it. */
  boolean isStored();

  /** Returns the path of the file on this node. */
  String file();

  /** Returns the text of the file as it is now; empty if it cannot be read. */
  Optional<String> fileText();

  /** Returns each value in effect of the file, and of those that it includes, with the place that states it. */
  List<String> effectiveFile();

  /** Returns each value in effect of a text by its path; empty if this version cannot read the text. */
  Map<String, String> values(String text);

  /** Returns the errors of a text, as this node reads it; the warnings of a text without errors. */
  List<TextProblem> problems(String text);

  /** Puts the first text in force here, then in the store, which must have none. */
  Trial begin(String text, Actor by);

  /** Puts the draft in force here, then in the store. */
  Trial publish(long version, String comment, Actor by);

  /** Puts the text of an earlier revision in force here, then in the store. */
  Trial rollBack(long version, long revision, String comment, Actor by);

  /** Returns what each gateway of the store runs. */
  List<NodeConfiguration> nodes();

  /**
   * The result of a trial on this node.
   *
   * @param outcome null if the node refused the text
   * @param problems the reasons for the refusal
   */
  record Trial(@Nullable Outcome<StoredConfiguration> outcome, List<TextProblem> problems) {
    public Trial {
      problems = List.copyOf(problems);
    }
  }

  /**
   * The revision that a node runs.
   *
   * @param self true for this node
   * @param revision 0 if the node has not reported one
   * @param complaint the reason for which it does not run the revision in force; null if it does
   */
  record NodeConfiguration(
      String id,
      String name,
      boolean self,
      long revision,
      @Nullable String complaint) {}
}
