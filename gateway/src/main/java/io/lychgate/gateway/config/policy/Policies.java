package io.lychgate.gateway.config.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The policies that a listener, a site or a route states, and those that apply after inheritance. A policy of a route replaces the one
 * with the same key of its site as a whole, and that of a site the one of the listener. Immutable.
 */
public final class Policies {
  public static final Policies NONE = new Policies(Map.of(), false);

  private final Map<String, Setting> settings;
  private final boolean statesPublic;
  private final boolean authenticates;
  private final List<String> ownPaths;

  private Policies(Map<String, Setting> settings, boolean statesPublic) {
    this.settings = settings;
    this.statesPublic = statesPublic;
    this.authenticates = settings.values().stream()
        .anyMatch(setting -> setting.policy() != null && setting.policy().authenticates());
    this.ownPaths = settings.values().stream()
        .map(Setting::policy)
        .filter(Objects::nonNull)
        .flatMap(policy -> policy.ownPaths().stream())
        .toList();
  }

  /** The level at which a policy is stated. */
  public enum Level {
    LISTENER,
    SITE,
    ROUTE;

    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One policy at the level that states it.
   *
   * @param policy null if the level switches an inherited policy off
   */
  public record Setting(String key, Level level, @Nullable Policy policy) {}

  /**
   * Returns the policies that one level states.
   *
   * @param off keys of inherited policies that do not apply
   * @throws IllegalArgumentException if a key is there twice
   */
  public static Policies of(
      Level level, Collection<? extends Policy> stated, Collection<String> off) {
    Map<String, Setting> settings = new LinkedHashMap<>();
    for (Policy policy : stated) {
      if (settings.put(policy.key(), new Setting(policy.key(), level, policy)) != null) {
        throw new IllegalArgumentException(policy.key() + ": twice (expected: once)");
      }
    }
    for (String key : off) {
      if (settings.put(key, new Setting(key, level, null)) != null) {
        throw new IllegalArgumentException(
            "off: " + key + " (expected: no policy that is stated beside it)");
      }
    }
    return settings.isEmpty() ? NONE : new Policies(Collections.unmodifiableMap(settings), false);
  }

  /** Returns the same policies of a route that is public even though a policy admits authenticated senders only. */
  public Policies statingPublic() {
    return new Policies(settings, true);
  }

  /** Returns these policies, and those of the outer level that these neither replace nor switch off. */
  public Policies within(Policies outer) {
    if (outer.settings.isEmpty()) {
      return this;
    }
    Map<String, Setting> all = new LinkedHashMap<>(outer.settings);
    all.putAll(settings);
    return new Policies(Collections.unmodifiableMap(all), statesPublic);
  }

  /** Returns the same policies with another one in place of that with its key, at the same level. */
  public Policies replacing(Policy other) {
    Map<String, Setting> all = new LinkedHashMap<>(settings);
    all.computeIfPresent(other.key(), (key, setting) -> new Setting(key, setting.level(), other));
    return new Policies(Collections.unmodifiableMap(all), statesPublic);
  }

  /**
   * Returns true if a policy admits authenticated senders only, and the route does not state that its pages are public. Nothing may
   * leave ahead of such a page, and nothing is learned from it.
   */
  public boolean arePrivate() {
    return authenticates && !statesPublic;
  }

  /** Returns the policy of this kind that applies; null if there is none. */
  public <P extends Policy> @Nullable P get(Class<P> kind) {
    for (Setting setting : settings.values()) {
      if (kind.isInstance(setting.policy())) {
        return kind.cast(setting.policy());
      }
    }
    return null;
  }

  /** Returns the level that states the policy of this key, or switches it off; null if none does. */
  public @Nullable Level levelOf(String key) {
    Setting setting = settings.get(key);
    return setting == null ? null : setting.level();
  }

  /** Returns the paths that steps of the policies serve themselves. */
  public List<String> ownPaths() {
    return ownPaths;
  }

  /** Returns true if a policy does not admit everyone, and the others do not have the same one. */
  public boolean restrictMoreThan(Policies others) {
    return settings.values().stream()
        .map(Setting::policy)
        .filter(Objects::nonNull)
        .filter(Policy::restricts)
        .anyMatch(policy -> !policy.equals(others.get(policy.getClass())));
  }

  /** Returns true if nothing is stated, and nothing switched off. */
  public boolean isEmpty() {
    return settings.isEmpty();
  }

  /** Returns what is stated, also the policies that are switched off. */
  public List<Setting> settings() {
    return new ArrayList<>(settings.values());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Policies policies
        && settings.equals(policies.settings)
        && statesPublic == policies.statesPublic;
  }

  @Override
  public int hashCode() {
    return settings.hashCode();
  }

  @Override
  public String toString() {
    return settings.values().toString();
  }
}
