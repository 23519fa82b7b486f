package io.lychgate.gateway.admin.publish;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.ManagedBy;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.ManagedStore;
import io.lychgate.gateway.store.Manifest;
import io.lychgate.gateway.store.Revision;
import io.lychgate.gateway.store.Role;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The manifests of a sender with roles for single sites. The hosts of a manifest are those of its draft and of its revision in force.
 *
 * <p>A sender sees a manifest if all of its hosts are among the sites of the sender, and each manifest for every host, because it takes
 * effect on these sites. A change needs the role for all hosts of the manifest, before and after the change.
 */
public final class ManifestAccess {

  /** The hosts of a manifest that cannot be read: no site has an empty name. */
  private static final Set<String> UNKNOWN = Set.of("");

  private ManifestAccess() {}

  public static boolean isVisible(Call call, Manifest manifest) {
    return call.seesAllSites() || sees(call, hostsOf(call, manifest));
  }

  /** Requires that the sender sees the manifest and has the role of the operation for its hosts. */
  public static void require(Call call, Manifest manifest) {
    if (isAllowedEverywhere(call)) {
      return;
    }
    Set<String> hosts = hostsOf(call, manifest);
    if (!sees(call, hosts)) {
      throw absent(call, manifest.name());
    }
    if (call.permission().least() != Role.VIEWER) {
      call.requireSites(hosts, manifest.name());
    }
  }

  /** Requires that the sender has the role of the operation for the hosts of a new text. */
  public static void requireText(Call call, String name, @Nullable String text) {
    if (text == null || isAllowedEverywhere(call)) {
      return;
    }
    Optional<Set<String>> hosts = call.hostsOf(text);
    if (hosts.isEmpty()) {
      throw call.forbidden(
          name,
          "text: its hosts cannot be read (expected: valid YAML, as the sender has roles for some sites only)");
    }
    call.requireSites(hosts.get(), name);
  }

  /** Requires that the sender sees the manifest of this name, and has the role of the operation for it. */
  public static void require(Call call, String name) {
    if (!isAllowedEverywhere(call)) {
      require(call, call.store().manifests().find(name).orElseThrow(() -> absent(call, name)));
    }
  }

  /** Returns true if the sender sees the hosts of an old text. */
  public static boolean isVisible(Call call, @Nullable String text) {
    return call.seesAllSites() || text == null || sees(call, call.hostsOf(text).orElse(UNKNOWN));
  }

  private static ProblemException absent(Call call, String name) {
    return call.absent(name, "manifest: " + name + " (expected: one that exists)");
  }

  /** Returns a test for the names of manifests that the sender sees. */
  public static Predicate<String> visible(Call call) {
    if (call.seesAllSites()) {
      return name -> true;
    }
    Set<String> names = new HashSet<>();
    call.store().manifests().containing("").stream()
        .filter(manifest -> isVisible(call, manifest))
        .forEach(manifest -> names.add(manifest.name()));
    return names::contains;
  }

  /** Returns the manifest of the path, if the sender sees it and has the role of the operation for its hosts. */
  public static Manifest find(Call call) {
    Manifest found = call.store()
        .manifests()
        .find(call.path("name"))
        .orElseThrow(() -> absent(call, call.path("name")));
    require(call, found);
    return found;
  }

  /** Refuses a change of a manifest that a file decides, unless the request comes from the tool that applies that file. */
  public static void requireOwnership(Call call, String name) {
    ManagedBy.require(call, ManagedStore.Kind.MANIFEST, name, "manifest: " + name);
  }

  private static boolean isAllowedEverywhere(Call call) {
    Role least = call.permission().least();
    return least != null && call.principal().hasForAllSites(least);
  }

  /** A manifest for every host takes effect on the sites of the sender, too. */
  private static boolean sees(Call call, Set<String> hosts) {
    return call.sees(hosts.stream().filter(host -> !host.equals(Grant.ALL)).toList());
  }

  private static Set<String> hostsOf(Call call, Manifest manifest) {
    Optional<Set<String>> ofDraft = call.hostsOf(manifest.draft());
    Revision published = manifest.published();
    String inForce = published == null ? null : published.text();
    Optional<Set<String>> ofPublished = inForce == null ? ofDraft : call.hostsOf(inForce);
    if (ofPublished.isEmpty()) {
      return UNKNOWN;
    }
    Set<String> hosts = new HashSet<>(ofPublished.get());
    ofDraft.ifPresent(hosts::addAll);
    return hosts;
  }
}
