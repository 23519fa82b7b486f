package io.lychgate.jmh;

import io.lychgate.casper.CacheFingerprint;
import io.lychgate.casper.CandidateFacts;
import io.lychgate.casper.CasperCookie;
import io.lychgate.casper.CasperParameters;
import io.lychgate.casper.ClientAbilities;
import io.lychgate.casper.Delivery;
import io.lychgate.casper.Destination;
import io.lychgate.casper.PageRequest;
import io.lychgate.casper.PushCandidate;
import io.lychgate.casper.PushContext;
import io.lychgate.casper.PushDecider;
import io.lychgate.casper.PushDecision;
import io.lychgate.casper.PushDiary;
import io.lychgate.casper.PushPolicy;
import java.util.Objects;
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
 * Cost of CASPER for one page: reading the visitor's cookie, deciding on twenty assets, writing the cookie back.
 *
 * <p>The cookie holds {@code held} resources. The page's twenty assets are not among them, so each decision takes its full
 * course. The native cookie stands between two others; H2O's is alone in its field, or it would not be read. {@link #h2oPorted}
 * does the same work by H2O's algorithm, ported line by line, to compare the representations.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CasperBenchmark {
  private static final int ASSETS = 20;
  private static final PageRequest PAGE =
      new PageRequest("www.example.com", "/", true, false, false, true, false);

  @Param({"native", "h2o"})
  public String mode = "native";

  @Param({"0", "1", "10", "100", "500"})
  public int held;

  private final PushCandidate[] candidates = new PushCandidate[ASSETS];
  private final @Nullable CandidateFacts[] facts = new @Nullable CandidateFacts[ASSETS];
  private final PushDecision[] decisions = new PushDecision[ASSETS];
  private CasperParameters parameters = CasperParameters.defaults();
  private CasperCookie cookie = new CasperCookie(parameters);
  private CacheFingerprint known = new CacheFingerprint(parameters, 1);
  private String field = "";
  private String h2oField = "";

  @Setup(Level.Trial)
  public void visit() {
    parameters = mode.equals("h2o") ? CasperParameters.h2o() : CasperParameters.defaults();
    cookie = new CasperCookie(parameters);
    CacheFingerprint fingerprint = new CacheFingerprint(parameters, 1);
    for (int i = 0; i < held; i++) {
      fingerprint.add(asset("/held/" + i + ".css"), CandidateFacts.UNKNOWN);
    }
    String written = held == 0 ? "" : Objects.requireNonNull(cookie.write(fingerprint));
    String own = written.substring(0, Math.max(0, written.indexOf(';')));
    field = mode.equals("h2o") ? own : "session=0123456789abcdef; " + own + "; theme=dark";
    for (int i = 0; i < ASSETS; i++) {
      candidates[i] = asset("/assets/" + i + ".css");
    }
    known = read();
    H2oPort port = new H2oPort(13);
    for (int i = 0; i < held; i++) {
      port.lookup("/held/" + i + ".css", true);
    }
    h2oField = port.cookie();
  }

  /** Reading of the cookie only. */
  @Benchmark
  public CacheFingerprint read() {
    CacheFingerprint fingerprint = new CacheFingerprint(parameters, 1);
    cookie.read(field, fingerprint);
    return fingerprint;
  }

  /** Decision only, with a known fingerprint: a later page of the same connection. */
  @Benchmark
  public PushDecision[] decide() {
    return decide(known);
  }

  /** All steps, as for the first page of a connection. */
  @Benchmark
  public @Nullable String page() {
    CacheFingerprint fingerprint = read();
    decide(fingerprint);
    for (PushCandidate candidate : candidates) {
      fingerprint.add(candidate, CandidateFacts.UNKNOWN);
    }
    return cookie.write(fingerprint);
  }

  /** All steps by H2O's algorithm: hash each path, search the keys one by one, insert, encode all keys bit by bit. */
  @Benchmark
  public String h2oPorted() {
    H2oPort port = new H2oPort(13);
    port.consume(h2oField);
    for (PushCandidate candidate : candidates) {
      port.lookup(candidate.path(), true);
    }
    return port.cookie();
  }

  private PushDecision[] decide(CacheFingerprint fingerprint) {
    PushContext context = new PushContext(
        PAGE, ClientAbilities.HINTS_ONLY, PushPolicy.defaults(), fingerprint, new PushDiary());
    PushDecider.decide(context, candidates, facts, ASSETS, decisions);
    return decisions;
  }

  private static PushCandidate asset(String path) {
    return PushCandidate.of(path, Destination.STYLE, Delivery.AUTO, 1, "v1");
  }
}
