package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.seam.FleetNode;
import io.lychgate.gateway.admin.seam.GatewayState;
import io.lychgate.gateway.admin.seam.LiveValues;
import io.lychgate.gateway.admin.seam.Nodes;
import io.lychgate.gateway.ledger.HintLedger;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The gateway's state, and savings, and the contract of this API. */
public final class StatusResource {

  private static final String CONTRACT = "/admin/openapi.yaml";

  private final GatewayState state;
  private final LiveValues live;
  private final HintLedger ledger;
  private final InstantSource clock;

  public StatusResource(
      GatewayState state, LiveValues live, HintLedger ledger, InstantSource clock) {
    this.state = state;
    this.live = live;
    this.ledger = ledger;
    this.clock = clock;
  }

  public Reply status(Call call) {
    GatewayState.ConfigFile config = state.config();
    Instant startedAt = state.startedAt();
    return Reply.ok(new StatusBody(
        state.version(),
        Runtime.version().toString(),
        startedAt,
        Math.max(0, Duration.between(startedAt, clock.instant()).toMillis()) / 1000.0,
        state.revision(),
        state.nodes(),
        state.fleet(),
        new ConfigBody(
            config.file(),
            config.loadedAt(),
            config.lastAttemptAt(),
            config.problems().isEmpty() ? "current" : "reload-failed",
            config.problems()),
        state.listeners(),
        store(call.store()),
        alerts()));
  }

  public Reply savings(Call call) {
    return Reply.ok(live.savings());
  }

  public Reply contract(Call call) throws IOException {
    try (InputStream in = StatusResource.class.getResourceAsStream(CONTRACT)) {
      if (in == null) {
        throw new IOException(CONTRACT + " is not on the class path");
      }
      return Reply.content("application/yaml", in.readAllBytes());
    }
  }

  private List<AlertBody> alerts() {
    return ledger.demotions().stream()
        .sorted(Comparator.comparing(Verdict::at).reversed())
        .map(AlertBody::of)
        .toList();
  }

  private static StoreBody store(Store store) {
    StoreException replaced = store.standsInFor();
    if (replaced != null && replaced.kind() == StoreException.Kind.UNAVAILABLE) {
      return new StoreBody(store.url().kind().token(), "down", replaced.getMessage());
    }
    String readOnly = store.readOnly();
    if (readOnly != null) {
      return new StoreBody(store.url().kind().token(), "read-only", readOnly);
    }
    String complaint = store.complaint();
    return new StoreBody(store.url().kind().token(), complaint == null ? "up" : "down", complaint);
  }

  private record StatusBody(
      String version,
      String java,
      Instant startedAt,
      double uptimeSeconds,
      long revision,
      Nodes nodes,
      List<FleetNode> fleet,
      ConfigBody config,
      List<GatewayState.Listener> listeners,
      StoreBody store,
      List<AlertBody> alerts) {}

  private record ConfigBody(
      String file, Instant loadedAt, Instant lastAttemptAt, String state, List<String> problems) {}

  private record StoreBody(
      String kind, String state, @Nullable String detail) {}

  private record AlertBody(String kind, Instant at, String subject, String sentence) {
    static AlertBody of(Verdict verdict) {
      String sentence = "The ledger demoted " + verdict.url() + " (manifest " + verdict.manifest()
          + ", rule " + verdict.pattern() + "): it is no longer sent, as it was wasted for "
          + verdict.wasted() + " of " + verdict.views() + " clients.";
      String subject = verdict.manifest() + " " + verdict.pattern() + " " + verdict.url();
      return new AlertBody("entry-demoted", verdict.at(), subject, sentence);
    }
  }
}
