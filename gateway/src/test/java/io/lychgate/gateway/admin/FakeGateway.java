package io.lychgate.gateway.admin;

import io.lychgate.gateway.admin.seam.ConnectionSummary;
import io.lychgate.gateway.admin.seam.FleetNode;
import io.lychgate.gateway.admin.seam.GatewayState;
import io.lychgate.gateway.admin.seam.LiveValues;
import io.lychgate.gateway.admin.seam.ManifestPublication;
import io.lychgate.gateway.admin.seam.ManifestValidation;
import io.lychgate.gateway.admin.seam.Nodes;
import io.lychgate.gateway.admin.seam.Plan;
import io.lychgate.gateway.admin.seam.PlanPreview;
import io.lychgate.gateway.admin.seam.PlanRequest;
import io.lychgate.gateway.admin.seam.SavingsReport;
import io.lychgate.gateway.admin.seam.TextProblem;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.observe.ConnectionView;
import io.lychgate.gateway.observe.count.BeaconOutcome;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.store.PublishedManifests;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** The rest of the gateway, as seen by the admin plane. A manifest is invalid in each line with the word "wrong". */
final class FakeGateway
    implements ManifestPublication, ManifestValidation, PlanPreview, LiveValues, GatewayState {

  static final Instant START = Instant.parse("2026-11-21T09:00:00Z");

  final List<PublishedManifests> published = new CopyOnWriteArrayList<>();
  private final List<ConnectionView> opened = new CopyOnWriteArrayList<>();
  volatile boolean failsToPublish;

  @Override
  public Nodes publish(PublishedManifests manifests) {
    if (failsToPublish) {
      throw new IllegalStateException("the loop does not answer");
    }
    published.add(manifests);
    return new Nodes(1, 1);
  }

  @Override
  public List<TextProblem> problems(String yaml) {
    List<String> lines = yaml.lines().toList();
    return lines.stream()
        .filter(line -> line.contains("wrong"))
        .map(line -> TextProblem.error(
            lines.indexOf(line) + 1, line.indexOf("wrong") + 1, "wrong (expected: right)"))
        .toList();
  }

  @Override
  public Plan plan(PlanRequest request) {
    return new Plan(
        request.url(),
        request.protocol(),
        revision(),
        List.of(
            new Plan.Candidate(
                "/assets/site.css",
                "style",
                Plan.Decision.HINT,
                null,
                "Announced in the 103.",
                new Plan.Rule("shop", 0, "/*"),
                1,
                null,
                new Plan.Priority(
                    1,
                    null,
                    "operator-rule",
                    "A rule of the operator states a priority.",
                    "shop priorities[0]",
                    List.of("shop priorities[1]"))),
            new Plan.Candidate(
                "/assets/app.js",
                "script",
                Plan.Decision.SKIP,
                "already-cached",
                "The client has it.",
                null,
                1,
                3,
                null)),
        List.of("</assets/site.css>; rel=preload; as=style"),
        List.of(),
        List.of(),
        request.headers().stream()
            .map(header -> header.name() + "=" + header.value())
            .toList());
  }

  @Override
  public CompletableFuture<List<ConnectionView>> connections() {
    List<ConnectionView> open = new ArrayList<>(opened);
    open.addAll(List.of(
        view(1, WireProtocol.HTTP_1_1, 5),
        view(2, WireProtocol.HTTP_2, 40),
        view(3, WireProtocol.HTTP_3, 7),
        view(4, WireProtocol.HTTP_2, 12)));
    return CompletableFuture.completedFuture(open);
  }

  /** Opens a connection besides the four, with the most requests of all. */
  void openConnection() {
    long id = 5L + opened.size();
    opened.add(view(id, WireProtocol.HTTP_2, 100 * id));
  }

  private static ConnectionView view(long id, WireProtocol protocol, long requests) {
    return new ConnectionView(
        id,
        "public",
        protocol,
        new InetSocketAddress("192.0.2." + id, 50000),
        START.toEpochMilli() + id,
        requests,
        1,
        requests * 100,
        requests * 1000,
        protocol == WireProtocol.HTTP_1_1 ? 1 : 6,
        List.of());
  }

  @Override
  public ConnectionSummary summary() {
    return new ConnectionSummary(
        Instant.now(),
        4,
        4,
        Arrays.stream(Protocol.values())
            .map(protocol -> new ConnectionSummary.Row(protocol, 1, 1))
            .toList());
  }

  @Override
  public long beacons(BeaconOutcome outcome) {
    return outcome == BeaconOutcome.TAKEN ? 3 : 0;
  }

  @Override
  public SavingsReport savings() {
    SavingsReport.Counters counters = new SavingsReport.Counters(4, 10, 34, 24, 8, 2, 64, 3);
    return new SavingsReport(
        Instant.now(),
        START,
        counters,
        Arrays.stream(Protocol.values())
            .map(protocol -> new SavingsReport.Row(protocol, counters))
            .toList(),
        List.of(new SavingsReport.Named("public", counters)),
        List.of(new SavingsReport.Named("www.example.com", counters)),
        List.of(new SavingsReport.Count("client", 6)),
        List.of(new SavingsReport.Count("left", 1)),
        1,
        new SavingsReport.PerConnection(
            10.5, List.of(new SavingsReport.Bucket(null, 6)), List.of()),
        new SavingsReport.Headers(
            null, null, List.of(new SavingsReport.Missing("sampled header sections", 0, 1))),
        new SavingsReport.Memory(
            null, List.of(new SavingsReport.Missing("open connections", 4, 100))),
        new SavingsReport.Upstream(2, 64, 62),
        List.of(new SavingsReport.Count("sent", 3)),
        List.of(new SavingsReport.Count("sent", 5)),
        new SavingsReport.Cpu(1.5, null, -0.25, List.of(), 0.003, List.of()),
        List.of(new SavingsReport.Definition(
            "saved", "Connections saved", "Equivalent minus opened.")));
  }

  @Override
  public String version() {
    return "0.1.0-test";
  }

  @Override
  public Instant startedAt() {
    return START;
  }

  @Override
  public long revision() {
    return published.isEmpty() ? 0 : published.get(published.size() - 1).revision();
  }

  @Override
  public Nodes nodes() {
    return new Nodes(1, 1);
  }

  @Override
  public List<FleetNode> fleet() {
    return List.of(
        new FleetNode(
            "1", "gate-1", "0.1.0-test", true, FleetNode.State.CURRENT, revision(), null, null),
        new FleetNode("2", "gate-2", "0.1.0-test", false, FleetNode.State.GONE, 0, START, null));
  }

  @Override
  public ConfigFile config() {
    return new ConfigFile(
        "gateway.yaml",
        START,
        START.plusSeconds(60),
        List.of("gateway.yaml:3:5: listners: unknown"));
  }

  @Override
  public List<Listener> listeners() {
    return List.of(new Listener(
        "public",
        "0.0.0.0:8443",
        List.of(Protocol.HTTP_3, Protocol.HTTP_2),
        null,
        List.of("example.com. 3600 IN HTTPS 1 . alpn=\"h3,h2\"")));
  }
}
