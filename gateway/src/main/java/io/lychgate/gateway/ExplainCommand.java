package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.PlanRequest;
import io.lychgate.gateway.admin.seam.RouteTable.Chain;
import io.lychgate.gateway.admin.seam.RouteTable.PolicyView;
import io.lychgate.gateway.admin.seam.RouteTable.RouteDecision;
import io.lychgate.gateway.admin.seam.RouteTable.RouteReason;
import io.lychgate.gateway.admin.seam.RouteTable.SiteReason;
import io.lychgate.gateway.admin.seam.RouteTable.TrialRequest;
import io.lychgate.gateway.auth.PasswordChecks;
import io.lychgate.gateway.auth.jwt.TokenVerifiers;
import io.lychgate.gateway.auth.oidc.RelyingParties;
import io.lychgate.gateway.cache.ResponseStore;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.site.ClientProtocol;
import io.lychgate.gateway.exchange.BeaconEndpoint;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.exchange.RouteAssembly;
import io.lychgate.gateway.exchange.SharedPolicies;
import io.lychgate.gateway.limit.SharedLimits;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.trace.Tracing;
import io.lychgate.gateway.plugin.PluginHost;
import io.lychgate.gateway.plugin.PluginSet;
import io.lychgate.gateway.route.Router;
import io.lychgate.gateway.timing.PageTimings;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code lychgate explain}: the way of a request through a configuration, and the reasons. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "Shows which site and route of a configuration serve a request, why the others do not, and the policies that apply with the level that states them.",
      "Nothing is sent. The exit code is 1 if no route serves the request, and 2 if the URL is malformed."
    })
final class ExplainCommand implements Callable<Integer> {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** The outcome of a trial whose URL is no URL. */
  private static final String MALFORMED = "malformed";

  /** Routes with other patterns that are listed. More would hide those that count. */
  private static final int FEW = 5;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Mixin
  private ConfigFileOption config = new ConfigFileOption();

  @Parameters(paramLabel = "URL", description = "https://host/path or /path.")
  private String url = "/";

  @Option(
      names = {"-X", "--method"},
      paramLabel = "METHOD",
      description = "Method of the request (default: GET).")
  private String method = "GET";

  @Option(
      names = {"-H", "--header"},
      paramLabel = "'NAME: VALUE'",
      description = "A header field of the request; repeatable.")
  private List<String> headers = List.of();

  @Option(
      names = "--listener",
      paramLabel = "NAME",
      description =
          "The listener at which the request arrives (default: the first with TLS for https, else the first without).")
  private @Nullable String listener;

  @Option(names = "--client", paramLabel = "ADDRESS", description = "Address of the client.")
  private @Nullable String client;

  @Option(
      names = "--protocol",
      paramLabel = "http/1.1|h2|h3",
      description = "Version of HTTP, for routes that ask for it.")
  private @Nullable String protocol;

  @Option(names = "--all", description = "Show also each route whose pattern does not match.")
  private boolean all;

  @Option(names = "--json", description = "The explanation as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    ClientProtocol version =
        protocol == null ? null : ClientProtocol.of(protocol).orElse(null);
    if (protocol != null && (version == null || version == ClientProtocol.WEBSOCKET)) {
      throw wrong("--protocol: " + protocol + " (expected: http/1.1, h2 or h3)");
    }
    if (client != null && NetUtil.createByteArrayFromIpAddressString(client) == null) {
      throw wrong("--client: " + client + " (expected: an address, as 10.0.0.7 or 2001:db8::1)");
    }
    TrialRequest request = new TrialRequest(method, url, null, listener, fields());
    ConfigReader.Examined examined = ConfigReader.ofProcessWithoutSecrets().examine(config.file);
    Checked<GatewayConfig> read = examined.config();
    if (!read.isValid()) {
      ConfigFileOption.print(read.problems(), spec.commandLine().getErr());
      return ExitCode.SOFTWARE;
    }
    RouteDecision decision;
    try (PluginHost plugins = new PluginHost(ExplainCommand::noDeadlines)) {
      decision = new RouteExplainer(
              router(read.value(), plugins.load(read.value())),
              BeaconEndpoint.of(read.value().ledger().beacons()))
          .explain(listener(read.value().listeners()), request, client, version);
    } catch (IOException e) {
      ConfigFileOption.print(
          List.of(ConfigProblem.ofFile(config.file.toString(), String.valueOf(e.getMessage()))),
          spec.commandLine().getErr());
      return ExitCode.SOFTWARE;
    }
    if (decision.outcome().equals(MALFORMED)) {
      throw wrong("URL: " + url + " (expected: https://host/path or /path)");
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JSON.writeValueAsString(masked(JSON.valueToTree(decision), examined::masked)));
    } else {
      lines(decision, all).forEach(line -> out.println(examined.masked(line)));
    }
    out.flush();
    return decision.route() == null ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private List<PlanRequest.Header> fields() {
    List<PlanRequest.Header> fields = new ArrayList<>();
    for (String header : headers) {
      int colon = header.indexOf(':');
      if (colon < 1) {
        throw wrong("--header: " + header + " (expected: NAME: VALUE)");
      }
      fields.add(new PlanRequest.Header(
          header.substring(0, colon).strip(), header.substring(colon + 1).strip()));
    }
    return fields;
  }

  private ListenerConfig listener(List<ListenerConfig> listeners) {
    boolean isSecure = url.toLowerCase(Locale.ROOT).startsWith("https:");
    return listeners.stream()
        .filter(each ->
            listener == null ? (each.tls() != null) == isSecure : each.name().equals(listener))
        .findFirst()
        .or(() -> listener == null ? listeners.stream().findFirst() : Optional.empty())
        .orElseThrow(() -> wrong("--listener: " + listener + " (expected: one of "
            + String.join(", ", listeners.stream().map(ListenerConfig::name).toList()) + ")"));
  }

  /** Returns a router with the routes of a gateway, which only finds them. */
  private static Router router(GatewayConfig config, PluginSet plugins) {
    Observatory observatory = new Observatory(List.of(), Ticker.system());
    SharedPolicies shared = new SharedPolicies(
        new PasswordChecks(),
        new TokenVerifiers(Ticker.system()),
        new RelyingParties(Ticker.system()),
        new SharedLimits(observatory, loop -> 0),
        new ResponseStore(0),
        plugins,
        new Tracing(),
        new PageTimings(InstantSource.system()));
    return new Router(
        config.sites(), new RouteAssembly(config, observatory, shared, ExplainCommand::noLoop));
  }

  private static LoopContext noLoop(int number) {
    throw new IllegalStateException("loop " + number + ": none (expected: no request)");
  }

  private static DeadlineWheel noDeadlines(int number) {
    return noLoop(number).deadlines();
  }

  /** Returns the document with each text replaced. Numbers stay numbers. */
  private static JsonNode masked(JsonNode node, UnaryOperator<String> mask) {
    if (node instanceof ObjectNode object) {
      object.properties().forEach(each -> each.setValue(masked(each.getValue(), mask)));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, masked(array.get(i), mask));
      }
    } else if (node.isString()) {
      return JsonNodeFactory.instance.stringNode(mask.apply(node.asString()));
    }
    return node;
  }

  /** @param all true for each route; otherwise those that are far from the request are only counted */
  private static List<String> lines(RouteDecision decision, boolean all) {
    List<String> lines = new ArrayList<>();
    lines.add(decision.method() + " " + decision.url());
    lines.add("listener  " + decision.listener());
    for (SiteReason site : decision.sites()) {
      lines.add(mark(site.reason()) + "site    " + String.join(", ", site.hosts()) + ": "
          + site.sentence());
    }
    long far = decision.routes().stream().filter(ExplainCommand::isFar).count();
    boolean areCounted = !all && far > FEW;
    for (RouteReason route : decision.routes()) {
      if (areCounted && isFar(route)) {
        continue;
      }
      lines.add(mark(route.reason()) + "route   " + route.id() + " (" + pattern(route) + "): "
          + route.sentence());
    }
    if (areCounted) {
      lines.add(
          "  routes  " + far + " others: Their patterns do not match the path (--all lists them).");
    }
    lines.add("result    " + decision.sentence()
        + (decision.status() == null ? "" : " Status " + decision.status() + "."));
    Chain chain = decision.chain();
    if (chain != null) {
      chain.policies().forEach(policy -> lines.add("policy    " + text(policy)));
      chain.steps().forEach(step -> lines.add("step      " + step));
      chain.filters().forEach(filter -> lines.add("filter    " + filter));
      if (chain.rewritten() != null) {
        lines.add(
            "rewrite   " + (chain.rewritten().isEmpty() ? "refused with 400" : chain.rewritten()));
      }
      lines.add("action    " + chain.action().kind() + " " + chain.action().target());
    }
    decision.notes().forEach(note -> lines.add("note      " + note));
    return lines;
  }

  private static boolean isFar(RouteReason route) {
    return route.reason().equals("other-path");
  }

  private static String mark(String reason) {
    return reason.equals("serves") ? "* " : "  ";
  }

  private static String pattern(RouteReason route) {
    List<String> parts = new ArrayList<>();
    parts.add((route.regex() ? "regex " : "") + route.path());
    if (!route.methods().isEmpty()) {
      parts.add(String.join(" ", route.methods()));
    }
    parts.addAll(route.conditions());
    return String.join(", ", parts);
  }

  private static String text(PolicyView policy) {
    String level =
        policy.listener() == null ? policy.level() : policy.level() + " " + policy.listener();
    return policy.key() + " [" + level + "]: "
        + (policy.summary() == null ? "switched off" : policy.summary());
  }
}
