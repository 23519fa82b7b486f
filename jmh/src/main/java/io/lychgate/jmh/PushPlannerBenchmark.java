package io.lychgate.jmh;

import io.lychgate.casper.ClientAbilities;
import io.lychgate.gateway.config.PushConfig;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.push.ConnectionMemory;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushPlan;
import io.lychgate.gateway.push.PushPlanner;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of a manifest to a request that matches no rule, to one for an asset, and to one for a page with ten assets.
 *
 * <p>Half of the manifest's rules are exact paths, half are globs. The page is the first of its connection and has no
 * cookie; {@link CasperBenchmark} measures the cookie.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PushPlannerBenchmark {
  private static final int ASSETS = 10;
  private static final AsciiString AUTHORITY = AsciiString.cached("www.example.com");

  @Param({"10", "100", "1000", "10000"})
  public int rules;

  private final PushPlanner planner = new PushPlanner(PushSettings.of(PushConfig.defaults()));
  private final RequestHead page = request("/page-1");
  private final RequestHead other = request("/api/orders/42");
  private ManifestIndex index = ManifestIndex.EMPTY;

  @Setup(Level.Trial)
  public void publish() {
    StringBuilder text = new StringBuilder("rules:\n");
    for (int i = 1; i < rules; i += 2) {
      rule(text, "/page-" + i);
      rule(text, "/section-" + i + "/*");
    }
    index = ManifestIndex.of(
        List.of(new ManifestReader().read(text.toString(), "bench").value()), 1, index);
  }

  /** A request that matches no rule: the cost to every other request. */
  @Benchmark
  public PushPlan other() {
    return planner.plan(index, other, ClientAbilities.HINTS_ONLY, new ConnectionMemory(), true);
  }

  /** The lookup of an asset when its response passes. */
  @Benchmark
  public @Nullable ManifestEntry asset() {
    return index.assetAt(AUTHORITY, "/assets/3.css");
  }

  /** A page: plans ten hints, records them, writes the cookie. */
  @Benchmark
  public @Nullable String page() {
    ConnectionMemory memory = new ConnectionMemory();
    PushPlan plan = planner.plan(index, page, ClientAbilities.HINTS_ONLY, memory, true);
    Fields hints = new Fields(ASSETS);
    plan.addLinks(hints);
    planner.carriedOut(plan, memory);
    return planner.setCookie(page, memory, hints.size() > 0);
  }

  private static void rule(StringBuilder text, String path) {
    text.append("  - match: { path: \"").append(path).append("\" }\n    assets:\n");
    for (int i = 0; i < ASSETS; i++) {
      text.append("      - { url: /assets/").append(i).append(".css, as: style }\n");
    }
  }

  private static RequestHead request(String path) {
    Fields fields = new Fields()
        .add(FieldNames.SEC_FETCH_MODE, "navigate")
        .add(FieldNames.SEC_FETCH_DEST, "document");
    return new RequestHead(
        AsciiString.cached("GET"), true, AUTHORITY, AsciiString.of(path), fields, 0);
  }
}
