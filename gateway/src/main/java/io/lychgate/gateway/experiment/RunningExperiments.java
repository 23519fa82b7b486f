package io.lychgate.gateway.experiment;

import io.lychgate.gateway.message.ArmAssignment;
import io.lychgate.gateway.message.Network;
import io.lychgate.gateway.message.Treatment;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The experiments in force, by site. A snapshot holds one, so that an exchange keeps the arms with which it began. Immutable; any
 * thread.
 *
 * <p>The layer of an experiment gives each unit a place from 0 to 9,999; the experiment has a range of places of its own. So a unit is in
 * at most one experiment of a layer, and a wider range keeps all units that it had. A second, independent hash chooses the arm.
 */
public final class RunningExperiments {
  /** No experiment is in force. */
  public static final RunningExperiments NONE =
      new RunningExperiments(List.of(), new byte[32], name -> 0);

  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

  private final KeyedHash hash;
  private final VisitorCookie cookie;
  private final Map<String, List<RunningExperiment>> bySite = new HashMap<>();
  private final boolean hasConnectionFactors;

  /**
   * @param all experiments of the store; those that have no effect are left out
   * @param key the secret of the fleet for experiments
   * @param numbering returns the number of an arm in counters
   */
  public RunningExperiments(
      List<Experiment> all, byte[] key, ToIntFunction<ArmNumbers.ArmName> numbering) {
    hash = new KeyedHash(key);
    cookie = new VisitorCookie(hash);
    boolean ofConnections = false;
    for (Experiment each : all) {
      boolean isInForce = each.phase() == Phase.RUNNING
          || each.phase() == Phase.PLANNED
          || (each.phase() == Phase.DECIDED && each.life().isApplied());
      if (isInForce) {
        RunningExperiment running = new RunningExperiment(each, numbering);
        ofConnections |= running.isOfConnection() && each.phase() != Phase.PLANNED;
        each.design()
            .sites()
            .forEach(
                site -> bySite.computeIfAbsent(site, name -> new ArrayList<>()).add(running));
      }
    }
    hasConnectionFactors = ofConnections;
  }

  public boolean isEmpty() {
    return bySite.isEmpty();
  }

  /** Returns true if an experiment decides something for whole connections, so that the server name must be read first. */
  public boolean decidesConnections() {
    return hasConnectionFactors;
  }

  /** Returns true if an experiment puts browsers of this site into arms. */
  public boolean needsVisitor(String site, @Nullable String route) {
    List<RunningExperiment> here = of(site);
    for (int i = 0; i < here.size(); i++) {
      RunningExperiment each = here.get(i);
      if (each.outcome() == null && each.design().unit() == Unit.VISITOR && each.isOn(route)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the cookies of visitors. */
  public VisitorCookie cookie() {
    return cookie;
  }

  private List<RunningExperiment> of(String site) {
    return bySite.getOrDefault(site, List.of());
  }

  /** Returns the arms of a connection to this site, before its first request. */
  public Assigned ofConnection(String site, InetAddress client, long nowMillis) {
    List<RunningExperiment> here = of(site);
    return here.isEmpty() || !hasConnectionFactors
        ? Assigned.NONE
        : choose(here, RunningExperiment::isOfConnection, client, null, nowMillis);
  }

  /**
   * Returns the arms of a request.
   *
   * @param client the client, if its own TLS connection ends here, so that experiments on connections apply; else null
   * @param network the client that the gateway or a trusted proxy names; null if it has no address of IP
   * @param visitor the number in the visitor's cookie; null without one
   */
  public Assigned ofRequest(
      String site,
      String route,
      @Nullable InetAddress client,
      @Nullable InetAddress network,
      byte @Nullable [] visitor,
      long nowMillis) {
    List<RunningExperiment> here = of(site);
    if (here.isEmpty()) {
      return Assigned.NONE;
    }
    return choose(
        here,
        each -> each.isOn(route) && (client != null || !each.isOfConnection()),
        network,
        visitor,
        nowMillis);
  }

  private Assigned choose(
      List<RunningExperiment> here,
      Predicate<RunningExperiment> applies,
      @Nullable InetAddress client,
      byte @Nullable [] visitor,
      long nowMillis) {
    List<ArmAssignment> arms = new ArrayList<>(2);
    List<RunningArm> running = new ArrayList<>(2);
    Treatment treatment = Treatment.NONE;
    Treatment outcomes = Treatment.NONE;
    for (RunningExperiment each : here) {
      if (!applies.test(each)) {
        continue;
      }
      if (each.outcome() != null) {
        outcomes = outcomes.or(each.outcome());
        continue;
      }
      byte[] unit = each.design().unit() == Unit.VISITOR
          ? visitor
          : client == null ? null : Network.of(client);
      RunningExperiment.Choice choice = unit == null
          ? null
          : each.choose(hash, place(each.design().layer(), unit), unit, nowMillis);
      if (choice != null) {
        arms.add(
            client != null && each.design().unit() == Unit.VISITOR
                ? choice.assignment().from(networkOfDay(each.design().id(), client, nowMillis))
                : choice.assignment());
        running.add(choice.arm());
        treatment = treatment.or(choice.arm().treatment());
      }
    }
    // A running experiment tests against an earlier decision, so it has precedence.
    return arms.isEmpty() && outcomes.isNone()
        ? Assigned.NONE
        : new Assigned(
            arms, running, treatment.or(outcomes), arms.isEmpty() ? 0 : network(client, arms));
  }

  private long network(@Nullable InetAddress client, List<ArmAssignment> arms) {
    return client == null
        ? arms.get(0).unit()
        : hash.of("network", Network.of(client)).getLong();
  }

  /**
   * Returns the number of a network in one experiment on one day (UTC). It joins the visitors of a network, and follows it neither from day
   * to day nor to other experiments and sites.
   */
  private long networkOfDay(String experiment, InetAddress client, long nowMillis) {
    long day = Math.floorDiv(nowMillis, DAY_MILLIS);
    return hash.of("network of day " + day + " " + experiment, Network.of(client))
        .getLong();
  }

  /** Returns the place of a unit in a layer. */
  int place(String layer, byte[] unit) {
    return (int) Long.remainderUnsigned(hash.of("layer " + layer, unit).getLong(), Design.WHOLE);
  }
}
