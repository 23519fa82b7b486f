package io.lychgate.gateway.admin.signon;

import io.lychgate.gateway.auth.oidc.LoginClient;
import io.lychgate.gateway.auth.oidc.LoginClients;
import io.lychgate.gateway.config.SignOnConfig;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The OpenID Providers of the admin plane with their clients and last results. Without a provider there is no thread. */
public final class Providers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Providers.class);

  private final SignOnConfig config;
  private final SignOnSecrets secrets;
  private final InstantSource clock;
  private final @Nullable LoginClients clients;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  public Providers(SignOnConfig config, Ticker ticker, InstantSource clock) {
    this.config = config;
    this.secrets = new SignOnSecrets(config);
    this.clock = clock;
    if (config.providers().isEmpty()) {
      this.clients = null;
      return;
    }
    LoginClients opened = new LoginClients(ticker);
    this.clients = opened;
    for (SignOnConfig.Provider each : config.providers()) {
      entries.put(each.name(), new Entry(each, opened.client(each.client())));
    }
  }

  SignOnConfig config() {
    return config;
  }

  SignOnSecrets secrets() {
    return secrets;
  }

  List<Entry> all() {
    return new ArrayList<>(entries.values());
  }

  Optional<Entry> find(String name) {
    return Optional.ofNullable(entries.get(name));
  }

  /** Uses the secret of the store for cookies, so that a login may end at another node. Without the store, the process has its own. */
  void shareSecrets(Store store) {
    LoginClients open = clients;
    if (open == null) {
      return;
    }
    try {
      open.secrets(List.of(secrets.cookies(store)));
    } catch (StoreException e) {
      LOG.debug("sign-on: no shared secret: {}", e.getMessage());
    }
  }

  /** One provider. */
  final class Entry {
    private final SignOnConfig.Provider provider;
    private final LoginClient client;
    private volatile Results results = new Results(0, 0, null, null, null);

    Entry(SignOnConfig.Provider provider, LoginClient client) {
      this.provider = provider;
      this.client = client;
    }

    SignOnConfig.Provider provider() {
      return provider;
    }

    LoginClient client() {
      return client;
    }

    Results results() {
      return results;
    }

    synchronized void succeeded() {
      Results before = results;
      results = new Results(
          before.successes() + 1,
          before.failures(),
          clock.instant(),
          before.failedAt(),
          before.failure());
    }

    synchronized void failed(String why) {
      Results before = results;
      results = new Results(
          before.successes(), before.failures() + 1, before.succeededAt(), clock.instant(), why);
    }
  }

  /**
   * Sign-ins at a provider since the start of this node.
   *
   * @param failure the last one, in words for the operator
   */
  record Results(
      long successes,
      long failures,
      @Nullable Instant succeededAt,
      @Nullable Instant failedAt,
      @Nullable String failure) {}

  @Override
  public void close() {
    if (clients != null) {
      clients.close();
    }
  }
}
