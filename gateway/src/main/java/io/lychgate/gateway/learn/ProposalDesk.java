package io.lychgate.gateway.learn;

import io.lychgate.gateway.config.LearnConfig;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.ManagedStore;
import io.lychgate.gateway.store.ManifestStore;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.ProposalStore;
import io.lychgate.gateway.store.Publication;
import io.lychgate.gateway.store.PublishedManifests;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoredProposal;
import io.lychgate.gateway.store.StoredProposal.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Files the proposals of the learner, keeps them in drafts, and carries out the decisions of users. It publishes nothing
 * automatically unless the configuration permits it. Any thread except an event loop.
 */
public final class ProposalDesk {
  /** Maximum filed proposals, because users have to review them. */
  private static final int MAX_FILED = 2000;

  /** Factor by which evidence must change before it is stored again. */
  private static final double WORTH_WRITING = 1.2;

  private final ManifestLearner learner;
  private final Supplier<ManifestIndex> index;
  private final Supplier<LearnConfig> config;
  private final Supplier<Store> store;
  private final Consumer<PublishedManifests> publication;
  private final ManifestDrafts drafts = new ManifestDrafts();

  /** A proposal with its stored state. */
  public record Filed(StoredProposal stored, Proposal proposal) {
    static Filed of(StoredProposal stored) {
      return new Filed(stored, JsonMapper.shared().readValue(stored.body(), Proposal.class));
    }
  }

  /** @param publication puts manifests in force on this node */
  public ProposalDesk(
      ManifestLearner learner,
      Supplier<ManifestIndex> index,
      Supplier<LearnConfig> config,
      Supplier<Store> store,
      Consumer<PublishedManifests> publication) {
    this.learner = learner;
    this.index = index;
    this.config = config;
    this.store = store;
    this.publication = publication;
  }

  /** Files new proposals, removes settled ones, and updates the drafts. */
  public synchronized void round() {
    LearnConfig rules = config.get();
    Store open = store.get();
    Map<String, StoredProposal> filed = new HashMap<>();
    open.proposals().all().forEach(each -> filed.put(each.id(), each));
    for (Proposal proposal : learner.proposals(index.get(), rules)) {
      file(proposal, filed, open.proposals());
    }
    bringUpToDate(open, rules);
  }

  /** Returns all proposals, oldest first. */
  public List<Filed> all() {
    return store.get().proposals().all().stream().map(Filed::of).toList();
  }

  /** Keeps a proposal in the draft, even in that of a person. */
  public synchronized Outcome<Filed> accept(String id, Actor by) {
    Store open = store.get();
    Optional<StoredProposal> known = open.proposals().find(id);
    if (known.isEmpty()) {
      return missing(id);
    }
    String managed = managed(open, known.get());
    if (managed != null) {
      return new Outcome.Conflict<>(managed);
    }
    Outcome<String> done = drafts.accept(open.manifests(), Filed.of(known.get()).proposal(), by);
    if (!(done instanceof Outcome.Done<String>)) {
      return new Outcome.Conflict<>(((Outcome.Conflict<String>) done).sentence());
    }
    return decided(open, id, State.ACCEPTED, by);
  }

  /** Publishes one proposal, and no other. */
  public synchronized Outcome<Filed> publish(String id, Actor by) {
    Store open = store.get();
    Optional<StoredProposal> known = open.proposals().find(id);
    if (known.isEmpty()) {
      return missing(id);
    }
    String managed = managed(open, known.get());
    if (managed != null) {
      return new Outcome.Conflict<>(managed);
    }
    Outcome<Publication> done =
        drafts.publishOnly(open.manifests(), Filed.of(known.get()).proposal(), by);
    if (!(done instanceof Outcome.Done<Publication>)) {
      return new Outcome.Conflict<>(((Outcome.Conflict<Publication>) done).sentence());
    }
    Outcome<Filed> accepted = decided(open, id, State.ACCEPTED, by);
    publication.accept(open.manifests().published());
    bringUpToDate(open, config.get());
    return accepted;
  }

  /** Removes a proposal from the learner's draft permanently. */
  public synchronized Outcome<Filed> dismiss(String id, Actor by) {
    Store open = store.get();
    if (open.proposals().find(id).isEmpty()) {
      return missing(id);
    }
    Outcome<Filed> dismissed = decided(open, id, State.DISMISSED, by);
    bringUpToDate(open, config.get());
    return dismissed;
  }

  /** Returns the reason why no proposal may change this manifest; null if it may. */
  private static @Nullable String managed(Store open, StoredProposal proposal) {
    String name = Filed.of(proposal).proposal().manifest();
    String place = open.managed().placeOf(ManagedStore.Kind.MANIFEST, name);
    return place == null
        ? null
        : "manifest: " + name + " is managed by " + place + " (expected: a change of that file)";
  }

  private static Outcome<Filed> decided(Store open, String id, State state, Actor by) {
    return open.proposals()
        .decide(id, state, by)
        .<Outcome<Filed>>map(done -> new Outcome.Done<>(Filed.of(done)))
        .orElseGet(() -> missing(id));
  }

  private static <T> Outcome<T> missing(String id) {
    return new Outcome.Missing<>("proposal: " + id + " (expected: one that is filed)");
  }

  private static void file(
      Proposal proposal, Map<String, StoredProposal> filed, ProposalStore into) {
    String id = proposal.id();
    StoredProposal known = filed.get(id);
    if (known == null ? filed.size() >= MAX_FILED : !hasGrown(known, proposal)) {
      return;
    }
    String body = JsonMapper.shared().writeValueAsString(proposal);
    into.put(id, proposal.manifest(), proposal.kind(), body, ManifestDrafts.LEARNER);
    if (known == null) {
      into.find(id).ifPresent(made -> filed.put(id, made));
    }
  }

  private static boolean hasGrown(StoredProposal known, Proposal proposal) {
    double views = Filed.of(known).proposal().views();
    return proposal.views() > views * WORTH_WRITING || proposal.views() < views / WORTH_WRITING;
  }

  private void bringUpToDate(Store open, LearnConfig rules) {
    Map<String, List<Proposal>> wanted = new TreeMap<>();
    Proposing inForce = new Proposing(index.get().manifests(), rules);
    for (StoredProposal each : open.proposals().all()) {
      Proposal proposal = Filed.of(each).proposal();
      if (inForce.isSettled(proposal)) {
        if (!each.isDismissed()) {
          open.proposals().remove(each.id());
        }
      } else {
        List<Proposal> own = wanted.computeIfAbsent(each.manifest(), name -> new ArrayList<>());
        if (!each.isDismissed()) {
          own.add(proposal);
        }
      }
    }
    wanted.forEach((manifest, proposals) -> update(open.manifests(), manifest, proposals, rules));
  }

  private void update(
      ManifestStore manifests, String name, List<Proposal> proposals, LearnConfig rules) {
    if (store.get().managed().placeOf(ManagedStore.Kind.MANIFEST, name) != null) {
      return;
    }
    drafts.update(manifests, name, proposals);
    if (rules.publishes() && drafts.publishOwn(manifests, name)) {
      publication.accept(manifests.published());
    }
  }
}
