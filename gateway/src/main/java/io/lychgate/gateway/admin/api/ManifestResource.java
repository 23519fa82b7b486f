package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.ManagedBy;
import io.lychgate.gateway.admin.http.Outcomes;
import io.lychgate.gateway.admin.http.Precondition;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.publish.ManifestAccess;
import io.lychgate.gateway.admin.seam.ManifestValidation;
import io.lychgate.gateway.admin.seam.TextProblem;
import io.lychgate.gateway.config.yaml.YamlEditor;
import io.lychgate.gateway.store.ManagedStore;
import io.lychgate.gateway.store.Manifest;
import io.lychgate.gateway.store.ManifestState;
import io.lychgate.gateway.store.ManifestStore;
import io.lychgate.gateway.store.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Manifests and their drafts. Operations that change the running gateway are in {@link PublicationResource}. */
public final class ManifestResource {

  /** The most characters of one manifest. */
  static final int MAX_TEXT = 1 << 20;

  /** The most bytes of a body with such a text. JSON may escape each character, but few need it. */
  public static final int MAX_BODY = 4 * MAX_TEXT;

  private static final int MAX_NAME = 100;

  /** The most attempts at a change with {@code If-Match: *} while other users change the same manifest. */
  private static final int MAX_ATTEMPTS = 5;

  private final ManifestValidation validation;
  private final YamlEditor editor = new YamlEditor();

  public ManifestResource(ManifestValidation validation) {
    this.validation = validation;
  }

  public Reply list(Call call) {
    Map<String, String> places = call.store().managed().places(ManagedStore.Kind.MANIFEST);
    ManifestState state = state(call);
    List<Manifest> all = call.store().manifests().containing(call.query("q")).stream()
        .filter(manifest -> state == null || manifest.state() == state)
        .filter(manifest -> ManifestAccess.isVisible(call, manifest))
        .toList();
    return Reply.ok(Cursor.part(call, all, Manifest::name, Comparator.naturalOrder())
        .map(each -> ManifestBody.Summary.of(each, places.get(each.name()))));
  }

  public Reply create(Call call) {
    NewManifest given = call.body(
        body -> new NewManifest(body.text("name", 1, MAX_NAME), body.text("text", 0, MAX_TEXT)));
    if (!ManifestStore.isName(given.name())) {
      throw Call.invalid("name", given.name(), "lower-case letters, digits, . _ -");
    }
    ManifestAccess.requireText(call, given.name(), given.text());
    call.requireNoTag();
    Manifest created =
        Outcomes.value(call.store().manifests().create(given.name(), given.text(), call.actor()));
    ManifestBody body = body(created);
    return Reply.created(body, "/api/v1/manifests/" + created.name()).with("etag", body.etag());
  }

  public Reply get(Call call) {
    ManifestBody body = body(ManifestAccess.find(call));
    return Reply.ok(
            body.managedBy(call.store().managed().placeOf(ManagedStore.Kind.MANIFEST, body.name())))
        .with("etag", body.etag());
  }

  /** Returns the response that shows this state of a manifest. */
  public Reply reply(Manifest manifest) {
    ManifestBody body = body(manifest);
    return Reply.ok(body).with("etag", body.etag());
  }

  public Reply saveDraft(Call call) {
    Precondition condition = call.ifMatch();
    String text = call.body(body -> body.text("text", 0, MAX_TEXT));
    ManifestBody body = body(edit(call, condition, current -> write(call, current, text)));
    return Reply.ok(body).with("etag", body.etag());
  }

  /** Changes the parts that a JSON Merge Patch names. Comments, unknown keys and the notation of all other parts stay. */
  public Reply mergeIntoDraft(Call call) {
    Precondition condition = call.ifMatch();
    JsonNode patch = call.body(body -> body.object("merge"));
    ManifestBody body = body(edit(
        call, condition, current -> write(call, current, merged(current.draft(), patch))));
    return Reply.ok(body).with("etag", body.etag());
  }

  private static Outcome<Manifest> write(Call call, Manifest current, String text) {
    ManifestAccess.requireText(call, current.name(), text);
    return call.store()
        .manifests()
        .saveDraft(current.name(), current.version(), text, call.actor());
  }

  private String merged(String draft, JsonNode patch) {
    String text = editor
        .merge(draft, patch)
        .orElseThrow(
            () -> new ProblemException(
                ProblemCode.CONFLICT,
                "draft: cannot be edited in parts (expected: valid YAML without anchors; save a whole text instead)"));
    if (text.length() > MAX_TEXT) {
      throw Call.invalid("merge", text.length() + " characters", "a draft of at most " + MAX_TEXT);
    }
    return text;
  }

  /** Writes to the manifest of the path if the condition holds. The condition {@code *} holds for each later version too. */
  static <T> T edit(Call call, Precondition condition, Function<Manifest, Outcome<T>> write) {
    for (int attempt = 1; ; attempt++) {
      Manifest current = ManifestAccess.find(call);
      ManifestAccess.requireOwnership(call, current.name());
      if (!condition.matches(current.version())) {
        throw ProblemException.stale(ManifestBody.etag(current));
      }
      Outcome<T> outcome = write.apply(current);
      boolean mayRetry = condition.isAny() && attempt < MAX_ATTEMPTS;
      if (!mayRetry || !(outcome instanceof Outcome.Stale<T>)) {
        return Outcomes.value(outcome);
      }
    }
  }

  /** Marks the manifest as decided by a file, or ends that. */
  public Reply manage(Call call) {
    String place = ManagedBy.placeIn(call);
    Manifest manifest = ManifestAccess.find(call);
    call.requireNoTag();
    call.store().managed().set(ManagedStore.Kind.MANIFEST, manifest.name(), place, call.actor());
    return Reply.ok(new ManagedBody(manifest.name(), place));
  }

  public Reply validateText(Call call) {
    return validated(call.body(body -> body.text("text", 0, MAX_TEXT)));
  }

  public Reply validateDraft(Call call) {
    return validated(ManifestAccess.find(call).draft());
  }

  private ManifestBody body(Manifest manifest) {
    return ManifestBody.of(manifest, validation.problems(manifest.draft()));
  }

  private Reply validated(String text) {
    List<TextProblem> problems = validation.problems(text);
    return Reply.ok(new ManifestBody.ValidationBody(
        problems.stream().noneMatch(TextProblem::isError), problems));
  }

  private static @Nullable ManifestState state(Call call) {
    String token = call.query("state");
    if (token.isEmpty()) {
      return null;
    }
    for (ManifestState state : ManifestState.values()) {
      if (state.token().equals(token.toLowerCase(Locale.ROOT))) {
        return state;
      }
    }
    throw Call.invalid("state", token, "draft, published, changed or retired");
  }

  private record ManagedBody(String name, @Nullable String managedBy) {}

  private record NewManifest(String name, String text) {}
}
