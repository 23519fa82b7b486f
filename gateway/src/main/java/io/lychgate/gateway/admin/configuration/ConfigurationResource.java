package io.lychgate.gateway.admin.configuration;

import io.lychgate.gateway.admin.configuration.ConfigurationBody.Difference;
import io.lychgate.gateway.admin.configuration.ConfigurationBody.Draft;
import io.lychgate.gateway.admin.configuration.ConfigurationBody.ManagedConfiguration;
import io.lychgate.gateway.admin.configuration.ConfigurationBody.NodeList;
import io.lychgate.gateway.admin.configuration.ConfigurationBody.RevisionBody;
import io.lychgate.gateway.admin.configuration.ConfigurationBody.RevisionText;
import io.lychgate.gateway.admin.configuration.ConfigurationBody.Side;
import io.lychgate.gateway.admin.configuration.ConfigurationBody.Validation;
import io.lychgate.gateway.admin.configuration.ConfigurationBody.ValueChange;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.ManagedBy;
import io.lychgate.gateway.admin.http.Outcomes;
import io.lychgate.gateway.admin.http.Precondition;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.publish.ApprovalsBody;
import io.lychgate.gateway.admin.seam.ConfigurationSetting;
import io.lychgate.gateway.admin.seam.ConfigurationSetting.Trial;
import io.lychgate.gateway.admin.seam.TextProblem;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.file.StoredDocuments;
import io.lychgate.gateway.store.ConfigurationRevision;
import io.lychgate.gateway.store.ConfigurationStore;
import io.lychgate.gateway.store.ContentHash;
import io.lychgate.gateway.store.ManagedStore;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.StoredConfiguration;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The configuration: its draft, its publications and its revisions. */
public final class ConfigurationResource {
  private static final int MAX_TEXT = StoredDocuments.MAX_TEXT;

  /** The most bytes of a body with a text. JSON may escape each character, but few need it. */
  public static final int MAX_BODY = 4 * MAX_TEXT;

  private static final int MAX_COMMENT = 2000;
  private static final String DRAFT = "draft";
  private static final String SUBJECT = "configuration";

  /** Values in a comparison. More is another configuration, not a change. */
  private static final int MAX_CHANGES = 2000;

  /** The most attempts at a change with {@code If-Match: *} while other users change the configuration. */
  private static final int MAX_ATTEMPTS = 5;

  private final ConfigurationSetting setting;
  private final Runnable published;

  /** @param published called after each publication, to notify event streams */
  public ConfigurationResource(ConfigurationSetting setting, Runnable published) {
    this.setting = setting;
    this.published = published;
  }

  public Reply get(Call call) {
    if (!setting.isStored()) {
      return Reply.ok(new ConfigurationBody(
          "file",
          setting.file(),
          setting.fileText().orElse(null),
          setting.effectiveFile(),
          null,
          null,
          null));
    }
    return call.store()
        .configuration()
        .find()
        .map(stored -> reply(call, stored))
        .orElseGet(() -> Reply.ok(new ConfigurationBody(
            "store", setting.file(), null, List.of(), null, null, place(call))));
  }

  private Reply reply(Call call, StoredConfiguration stored) {
    return Reply.ok(new ConfigurationBody(
            "store",
            setting.file(),
            stored.published().text(),
            List.of(),
            Draft.of(stored),
            RevisionBody.of(stored.published()),
            place(call)))
        .with("etag", Precondition.etag(stored.version()));
  }

  private static @Nullable String place(Call call) {
    return call.store()
        .managed()
        .placeOf(ManagedStore.Kind.CONFIGURATION, ManagedStore.CONFIGURATION);
  }

  /** Returns what each gateway of the store runs. */
  public Reply nodes(Call call) {
    return Reply.ok(new NodeList(setting.nodes()));
  }

  /** Marks the configuration as decided by a file, or ends that. */
  public Reply manage(Call call) {
    String place = ManagedBy.placeIn(call);
    requireStored();
    call.store()
        .managed()
        .set(ManagedStore.Kind.CONFIGURATION, ManagedStore.CONFIGURATION, place, call.actor());
    return Reply.ok(new ManagedConfiguration(place));
  }

  /** Returns the schema of the text, for editors. */
  public Reply schema(Call call) {
    return Reply.content(
        "application/schema+json", ConfigReader.schemaText().getBytes(StandardCharsets.UTF_8));
  }

  public Reply validate(Call call) {
    List<TextProblem> problems =
        setting.problems(call.body(body -> body.text("text", 0, MAX_TEXT)));
    return Reply.ok(new Validation(problems.stream().noneMatch(TextProblem::isError), problems));
  }

  /** Saves the draft. An invalid one may be saved, so that no work is lost. */
  public Reply saveDraft(Call call) {
    Precondition condition = call.ifMatch();
    String text = call.body(body -> body.text("text", 0, MAX_TEXT));
    requireOwnership(call);
    ConfigurationStore configurations = call.store().configuration();
    if (configurations.find().isEmpty()) {
      return first(call, text);
    }
    return reply(
        call,
        edit(
            call,
            condition,
            version ->
                new Trial(configurations.saveDraft(version, text, call.actor()), List.of())));
  }

  /** Puts the first configuration of an empty store in force. There is nothing that a draft of it could differ from. */
  private Reply first(Call call, String text) {
    return put(call, value(call, setting.begin(text, call.actor())));
  }

  public Reply publish(Call call) {
    Precondition condition = call.ifMatch();
    String comment = comment(call);
    requireOwnership(call);
    return put(
        call, edit(call, condition, version -> setting.publish(version, comment, call.actor())));
  }

  public Reply rollBack(Call call) {
    Precondition condition = call.ifMatch();
    Rollback wanted = call.body(body -> new Rollback(
        body.number("revision", 1, Long.MAX_VALUE),
        Objects.requireNonNullElse(body.optionalText("comment", MAX_COMMENT), "")));
    requireOwnership(call);
    return put(
        call,
        edit(
            call,
            condition,
            version ->
                setting.rollBack(version, wanted.revision(), wanted.comment(), call.actor())));
  }

  private record Rollback(long revision, String comment) {}

  // Approvals.

  public Reply approvals(Call call) {
    requireStored();
    return approvals(call, find(call));
  }

  public Reply approve(Call call) {
    Precondition condition = call.ifMatch();
    String comment = comment(call);
    StoredConfiguration current = matching(call, condition);
    condition.requireVersion();
    List<TextProblem> problems = setting.problems(current.draft());
    if (problems.stream().anyMatch(TextProblem::isError)) {
      throw ProblemException.invalidConfiguration(problems);
    }
    ConfigurationStore configurations = call.store().configuration();
    return approvals(
        call, Outcomes.value(configurations.approve(current.version(), comment, call.actor())));
  }

  public Reply withdraw(Call call) {
    StoredConfiguration current = matching(call, call.ifMatch());
    ConfigurationStore configurations = call.store().configuration();
    return approvals(
        call, Outcomes.value(configurations.withdraw(current.version(), call.actor())));
  }

  private StoredConfiguration matching(Call call, Precondition condition) {
    requireStored();
    StoredConfiguration current = find(call);
    if (!condition.matches(current.version())) {
      throw ProblemException.stale(Precondition.etag(current.version()));
    }
    return current;
  }

  private static Reply approvals(Call call, StoredConfiguration current) {
    ConfigurationStore configurations = call.store().configuration();
    return Reply.ok(
            ApprovalsBody.of(configurations.needsApproval(), configurations.approvals(current)))
        .with("etag", Precondition.etag(current.version()));
  }

  private Reply put(Call call, StoredConfiguration stored) {
    published.run();
    return reply(call, stored);
  }

  private static String comment(Call call) {
    return call.body(body -> Optional.ofNullable(body.optionalText("comment", MAX_COMMENT)))
        .orElse("");
  }

  private void requireStored() {
    if (!setting.isStored()) {
      throw new ProblemException(
          ProblemCode.MANAGED_BY_FILE,
          "configuration: " + setting.file() + " has it (expected: config.from: store there)");
    }
  }

  private void requireOwnership(Call call) {
    requireStored();
    ManagedBy.require(
        call, ManagedStore.Kind.CONFIGURATION, ManagedStore.CONFIGURATION, "configuration: it");
  }

  /** A change of the configuration of this version. */
  @FunctionalInterface
  private interface Change {
    Trial of(long version);
  }

  private static StoredConfiguration edit(Call call, Precondition condition, Change change) {
    for (int attempt = 1; ; attempt++) {
      StoredConfiguration current = find(call);
      String etag = Precondition.etag(current.version());
      if (!condition.matches(current.version())) {
        throw ProblemException.stale(etag);
      }
      Trial trial = change.of(current.version());
      boolean mayRetry = condition.isAny() && attempt < MAX_ATTEMPTS;
      if (!mayRetry || !(trial.outcome() instanceof Outcome.Stale<StoredConfiguration>)) {
        return value(call, trial);
      }
    }
  }

  private static StoredConfiguration value(Call call, Trial trial) {
    Outcome<StoredConfiguration> outcome = trial.outcome();
    if (outcome == null) {
      call.store()
          .audit()
          .record(
              call.actor(),
              "configuration.publish",
              SUBJECT,
              true,
              trial.problems().get(0).message());
      throw ProblemException.invalidConfiguration(trial.problems());
    }
    return Outcomes.value(outcome);
  }

  private static StoredConfiguration find(Call call) {
    return call.store()
        .configuration()
        .find()
        .orElseThrow(() -> new ProblemException(
            ProblemCode.NOT_FOUND,
            "configuration: the store has none (expected: `lychgate config import`, or a draft)"));
  }

  public Reply history(Call call) {
    return Reply.ok(Cursor.byNumber(
            call,
            (before, limit) -> call.store().configuration().history(before, limit, call.offset()),
            ConfigurationRevision::number)
        .map(RevisionBody::of));
  }

  public Reply revision(Call call) {
    ConfigurationRevision found = revision(call, call.path("revision"));
    return Reply.ok(new RevisionText(RevisionBody.of(found), found.text()));
  }

  private static ConfigurationRevision revision(Call call, String number) {
    long wanted = number.matches("\\d{1,18}") ? Long.parseLong(number) : 0;
    return call.store()
        .configuration()
        .revision(wanted)
        .orElseThrow(
            () -> new ProblemException(ProblemCode.NOT_FOUND, ConfigurationStore.absent(wanted)));
  }

  // Comparisons.

  public Reply compare(Call call) {
    Side from = side(call, "from");
    Side to = side(call, "to");
    Map<String, String> before = setting.values(from.text());
    Map<String, String> after = setting.values(to.text());
    boolean isSemantic = !before.isEmpty() && !after.isEmpty();
    return Reply.ok(
        new Difference(from, to, isSemantic, isSemantic ? changes(before, after) : List.of()));
  }

  private static Side side(Call call, String name) {
    String wanted = call.query(name);
    if (wanted.equals(DRAFT)) {
      String text = find(call).draft();
      return new Side(null, ContentHash.of(text), text);
    }
    if (!wanted.matches("\\d{1,18}")) {
      throw Call.invalid(name, wanted.isEmpty() ? "absent" : wanted, "a revision, or draft");
    }
    ConfigurationRevision revision = revision(call, wanted);
    return new Side(revision.number(), ContentHash.of(revision.text()), revision.text());
  }

  private static List<ValueChange> changes(Map<String, String> before, Map<String, String> after) {
    List<ValueChange> changes = new ArrayList<>();
    before.forEach((path, value) -> {
      if (!value.equals(after.get(path))) {
        changes.add(new ValueChange(path, value, after.get(path)));
      }
    });
    after.forEach((path, value) -> {
      if (!before.containsKey(path)) {
        changes.add(new ValueChange(path, null, value));
      }
    });
    return changes.stream().limit(MAX_CHANGES).toList();
  }
}
