package io.lychgate.gateway.publish;

import io.lychgate.casper.ClientAbilities;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.publish.DryRunReport.PageChange;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.lychgate.gateway.push.manifest.PushManifest.Rule;
import io.lychgate.gateway.store.RecordedHour;
import io.netty.handler.codec.http.HttpMethod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The evaluation of recorded page views by two versions of a manifest. One thread; one use. */
public final class DryRunEvaluation {
  /** Wall-clock time of one dry run. What is left then is estimated from what was evaluated. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private static final int MOST_PAGES = 20;

  /** Distinct pages whose changes are summed up for the list. */
  private static final int MOST_SUMMED = 50_000;

  private final PageRecords records;
  private final PushManifest draft;
  private final DryRunSide before;
  private final DryRunSide after;
  private final PushSettings settings;
  private final Routes routes;
  private final List<Rule> undecidable;
  private final Map<String, PageChange> changes = new HashMap<>();
  private double undecided;
  private double union;
  private double bytesChanged;
  private boolean isPartUnknown;
  private double evaluated;

  /** The route of a page, which this package does not know. */
  public interface Routes {
    /** Returns the path in normal form. */
    CharSequence normal(String authority, String target);

    /** Returns true if hints may be sent before the upstream has authorized the request. */
    boolean isPublic(String authority, String target);
  }

  /**
   * Prepares the evaluation.
   *
   * @param draft the parsed draft
   * @param inForce the index in force
   * @param withDraft the same with the draft
   */
  public DryRunEvaluation(
      PageRecords records,
      String manifest,
      PushManifest draft,
      ManifestIndex inForce,
      ManifestIndex withDraft,
      PushSettings settings,
      Routes routes,
      boolean hasQueries) {
    this.records = records;
    this.draft = draft;
    this.settings = settings;
    this.routes = routes;
    this.before = new DryRunSide(inForce, manifest, settings);
    this.after = new DryRunSide(withDraft, manifest, settings);
    this.undecidable = RuleInputs.undecidable(draft, hasQueries);
  }

  /** Evaluates the page views since this time. */
  public DryRunReport report(Instant from, Instant to, String recording) {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    List<RecordedHour> hours = records.since(from);
    long views = 0;
    long kept = 0;
    long done = 0;
    double allowed = 0;
    boolean isInTime = true;
    for (RecordedHour hour : hours) {
      isInTime = isInTime && System.nanoTime() - deadline < 0;
      if (!isInTime) {
        views += hour.views();
        continue;
      }
      PageSample sample = PageRecords.decoded(hour);
      views += sample.views();
      kept += sample.sampled();
      double weight = sample.sampled() == 0 ? 0 : (double) sample.views() / sample.sampled();
      for (Map.Entry<RecordedPage, Long> page : sample.counts().entrySet()) {
        isInTime = isInTime && System.nanoTime() - deadline < 0;
        if (isInTime) {
          evaluate(page.getKey(), hour.hour(), weight * page.getValue());
          done += page.getValue();
          allowed += weight * page.getValue();
        }
      }
    }
    evaluated = allowed;
    boolean isExact = isInTime && kept == views;
    return finished(hours, to, recording, views, done, isExact);
  }

  private void evaluate(RecordedPage page, Instant at, double weight) {
    RequestHead request = request(page);
    boolean isPublic = routes.isPublic(page.authority(), page.target());
    ClientAbilities client = page.protocol().equals(Protocol.HTTP_1_1.token())
        ? ClientAbilities.HTTP_1
        : ClientAbilities.HINTS_ONLY;
    before.plan(request, client, isPublic, at, weight);
    after.plan(request, client, isPublic, at, weight);
    if (before.isMatch() || after.isMatch()) {
      union += weight;
      bytesChanged += weight * (after.bytesNow() - before.bytesNow());
      isPartUnknown |= !after.unknownNow().equals(before.unknownNow());
      change(page, weight);
    }
    if (!undecidable.isEmpty() && isUndecided(page, request)) {
      undecided += weight;
    }
  }

  private boolean isUndecided(RecordedPage page, RequestHead request) {
    int port = page.authority().lastIndexOf(':');
    String host = port > page.authority().lastIndexOf(']')
        ? page.authority().substring(0, port)
        : page.authority();
    return draft.isFor(host)
        && undecidable.stream().anyMatch(rule -> rule.match().matches(request.path()));
  }

  private void change(RecordedPage page, double weight) {
    if (before.hintsNow() == after.hintsNow() && before.isMatch() == after.isMatch()) {
      return;
    }
    String key = page.authority() + " " + page.target();
    if (changes.size() >= MOST_SUMMED && !changes.containsKey(key)) {
      return;
    }
    PageChange added = new PageChange(
        page.authority(),
        page.target(),
        Math.round(weight),
        Math.round(weight * before.hintsNow()),
        Math.round(weight * after.hintsNow()));
    changes.merge(
        key,
        added,
        (one, other) -> new PageChange(
            one.host(),
            one.path(),
            one.views() + other.views(),
            one.hintsBefore() + other.hintsBefore(),
            one.hintsAfter() + other.hintsAfter()));
  }

  private RequestHead request(RecordedPage page) {
    Fields fields = new Fields(4);
    fields.add(FieldNames.SEC_FETCH_MODE, "navigate");
    fields.add(FieldNames.SEC_FETCH_DEST, "document");
    if (page.saveData()) {
      fields.add(FieldNames.SAVE_DATA, "on");
    }
    if (page.prefetch()) {
      fields.add(FieldNames.canonical("sec-purpose"), "prefetch");
    }
    if (!page.mobile().isEmpty()) {
      fields.add(FieldNames.canonical("sec-ch-ua-mobile"), page.mobile());
    }
    if (!page.platform().isEmpty()) {
      fields.add(FieldNames.canonical("sec-ch-ua-platform"), page.platform());
    }
    RequestHead request = new RequestHead(
        HttpMethod.GET.asciiName(), true, page.authority(), page.target(), fields, 0);
    return request.withPath(routes.normal(page.authority(), page.target()));
  }

  private DryRunReport finished(
      List<RecordedHour> hours,
      Instant to,
      String recording,
      long views,
      long done,
      boolean isExact) {
    Instant from =
        hours.stream().map(RecordedHour::hour).min(Comparator.naturalOrder()).orElse(null);
    long perView = union == 0 ? 0 : Math.round(bytesChanged / union);
    DryRunReport.Side now = before.sum();
    DryRunReport.Side then = after.sum();
    List<PageChange> largest = changes.values().stream()
        .sorted(Comparator.<PageChange>comparingLong(
                each -> Math.abs(each.hintsAfter() - each.hintsBefore()))
            .thenComparingLong(PageChange::views)
            .reversed()
            .thenComparing(PageChange::path))
        .limit(MOST_PAGES)
        .toList();
    return new DryRunReport(
        recording,
        from,
        to,
        views,
        done,
        isExact,
        Math.round(undecided),
        now,
        then,
        perView,
        sentence(recording, from, to, views, then, perView),
        largest,
        notes(recording, views, isExact, now, then));
  }

  private String sentence(
      String recording,
      @Nullable Instant from,
      Instant to,
      long views,
      DryRunReport.Side then,
      long perView) {
    if (from == null) {
      return recording.equals("off")
          ? "No page views are recorded: set publishing.record to paths."
          : "No page views are recorded yet.";
    }
    long hours = Math.max(1, Duration.between(from, to).plusMinutes(59).toHours());
    return String.format(
        Locale.ROOT,
        "Would have matched %,d of %,d page views of the last %d h, %s hinted a view.",
        then.matched(),
        views,
        hours,
        size(perView));
  }

  /** Returns the change of the bytes of a page view. Sizes that are not known on one side only make it unknown. */
  private String size(long perView) {
    String known = Math.abs(perView) < 1024
        ? String.format(Locale.ROOT, "%+d bytes", perView)
        : String.format(Locale.ROOT, "%+d KB", Math.round(perView / 1024.0));
    if (!isPartUnknown) {
      return known;
    }
    String unknown = "an unknown number of bytes";
    return perView == 0 ? unknown : known + " and " + unknown;
  }

  private List<String> notes(
      String recording,
      long views,
      boolean isExact,
      DryRunReport.Side now,
      DryRunReport.Side then) {
    List<String> notes = new ArrayList<>();
    if (recording.equals("off") && views > 0) {
      notes.add("Recording is off now; these page views are older.");
    }
    if (!isExact && views > 0) {
      notes.add(String.format(
          Locale.ROOT,
          "Estimated: the decision was run for a random part that stands for %,d of %,d page views.",
          Math.round(evaluated),
          views));
    }
    for (Rule rule : undecidable) {
      notes.add(
          "Rule " + rule.match()
              + ": its condition reads what is not recorded, so it is evaluated as if that were absent.");
    }
    if (now.unknownSizes() + then.unknownSizes() > 0) {
      notes.add("The sizes of " + now.unknownSizes() + " hints in force and of "
          + then.unknownSizes()
          + " hints of the draft are not known yet, so they count as 0 bytes. The gateway learns them from the next"
          + " responses: run this again later.");
    }
    if (settings.isOff()) {
      notes.add("push.mode is off: nothing would be sent.");
    }
    if (views > 0) {
      notes.add(
          "Each page view counts as that of a new visitor: what a browser already holds is not recorded.");
    }
    return notes;
  }
}
