package io.lychgate.gateway.observe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The readiness of this gateway for requests, with reasons. Probes of balancers and orchestrators read it on any thread, so it
 * never blocks. Its sentences name no address and no file, because probes have no login.
 */
public final class Readiness {
  private static final JsonMapper JSON = JsonMapper.shared();

  private volatile boolean hasSnapshot;
  private volatile boolean isListening;
  private volatile boolean isDraining;
  private volatile Supplier<@Nullable String> store = () -> null;

  /** Reports that the configuration and the published manifests are loaded. */
  public void snapshotLoaded() {
    hasSnapshot = true;
  }

  /** Reports that every configured listener is bound. */
  public void listenersBound() {
    isListening = true;
  }

  /** Reports that the gateway no longer accepts new connections. */
  public void drainBegan() {
    isDraining = true;
  }

  /**
   * Sets the source of the state of the store.
   *
   * @param complaint returns null while the store works, else a sentence; must not block
   */
  public void followStore(Supplier<@Nullable String> complaint) {
    store = complaint;
  }

  /**
   * Returns true if the gateway should get requests. With an unusable store it serves the manifests last published, so it is ready.
   */
  public boolean isReady() {
    return hasSnapshot && isListening && !isDraining;
  }

  /** Returns {@code {"status": "ready", "checks": {"snapshot": {"state": "ok"}, …}}} in UTF-8. */
  public byte[] json() {
    Map<String, Map<String, String>> checks = new LinkedHashMap<>();
    checks.put("snapshot", check("failed", hasSnapshot ? null : "no configuration is loaded yet"));
    checks.put(
        "listeners", check("failed", isListening ? null : "not every listener is bound yet"));
    checks.put(
        "drain", check("failed", isDraining ? "draining: no new connection is accepted" : null));
    checks.put("store", check("degraded", store.get()));
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("status", isReady() ? "ready" : "not-ready");
    all.put("checks", checks);
    return JSON.writeValueAsBytes(all);
  }

  private static Map<String, String> check(String state, @Nullable String reason) {
    Map<String, String> check = new LinkedHashMap<>();
    check.put("state", reason == null ? "ok" : state);
    if (reason != null) {
      check.put("reason", reason);
    }
    return check;
  }
}
