package io.lychgate.gateway.manifest;

import io.lychgate.casper.ClientAbilities;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.explain.PlanExplainer;
import io.lychgate.gateway.push.explain.PlanExplanation;
import io.lychgate.gateway.push.explain.PlanTarget;
import io.netty.util.AsciiString;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lychgate manifest plan}: shows the plan of a page for a client: hints, pushes, and the reasons of each skip. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = {
      "Shows which assets the gateway would hint or push before the response to a request, on a new connection, and why not the others.",
      "With -c it uses the manifests last published to the configuration's store, or else the files that it names."
    })
final class PlanCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @ArgGroup(exclusive = false, multiplicity = "1")
  private Source source = new Source();

  /** Source of the manifests. */
  static final class Source {
    @Option(
        names = {"-c", "--config"},
        paramLabel = "FILE",
        description = "A configuration, gateway.yaml: its push settings, routes and manifests.")
    @Nullable
    Path config;

    @Option(
        names = "--manifest",
        paramLabel = "FILE",
        description = "A manifest, instead of those of the configuration; repeatable.")
    List<Path> manifests = List.of();
  }

  @Option(
      names = "--url",
      required = true,
      paramLabel = "URL",
      description = "https://host/path or /path.")
  private String url = "/";

  @Option(names = "--cookie", paramLabel = "COOKIE", description = "The request's Cookie field.")
  private @Nullable String cookie;

  @Option(
      names = {"-H", "--header"},
      paramLabel = "'NAME: VALUE'",
      description = "Another header field of the request; repeatable.")
  private List<String> headers = List.of();

  @Option(
      names = "--protocol",
      paramLabel = "h1|h2|h3",
      description = "The client's protocol (default: h2).")
  private String protocol = "h2";

  @Option(names = "--push", description = "The client accepts pushes (SETTINGS_ENABLE_PUSH=1).")
  private boolean push;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = "Time of the request, for rules with a schedule: RFC 3339 (default: now).")
  private @Nullable String at;

  @Option(names = "--json", description = "The plan as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    PlanTarget target = PlanTarget.of(url, null);
    if (target == null) {
      throw wrong("--url", url, "https://host/path or /path");
    }
    ClientAbilities client = client();
    RequestHead request = request(target);
    InstantSource clock = clock();
    Output out = new Output(spec);
    PlanSource loaded = PlanSource.of(source.config, source.manifests);
    if (!loaded.problems().isEmpty()) {
      return out.refuse(loaded.problems());
    }
    ManifestIndex index = loaded.index();
    PlanExplanation plan = new PlanExplainer(loaded.settings(), clock, loaded::routeId)
        .explain(
            index, request.withPath(loaded.normalPath(target)), client, loaded.isPublic(target));
    if (json) {
      out.json(new PlanText.Document(target.url(), protocol, loaded.origin(), plan));
    } else {
      new PlanText(plan).lines().forEach(out::line);
      out.note(loaded.origin());
    }
    return ExitCode.OK;
  }

  private ClientAbilities client() {
    return switch (protocol.toLowerCase(Locale.ROOT)) {
      case "h1", "http/1.1" -> ClientAbilities.HTTP_1;
      case "h2" -> push ? new ClientAbilities(true, true, 100) : ClientAbilities.HINTS_ONLY;
      // HTTP/3 has pushes too, but no client accepts them.
      case "h3" -> ClientAbilities.HINTS_ONLY;
      default -> throw wrong("--protocol", protocol, "h1, h2 or h3");
    };
  }

  private RequestHead request(PlanTarget target) {
    Fields fields = new Fields();
    for (String header : headers) {
      int colon = header.indexOf(':');
      String name = colon < 0 ? "" : header.substring(0, colon).strip().toLowerCase(Locale.ROOT);
      if (!name.matches("[a-z0-9!#$%&'*+.^_`|~-]+")) {
        throw wrong("--header", header, "Name: value");
      }
      fields.add(FieldNames.canonical(name), header.substring(colon + 1).strip());
    }
    if (cookie != null) {
      fields.add(FieldNames.canonical("cookie"), cookie);
    }
    return new RequestHead(
        AsciiString.of("GET"), true, target.authority(), target.path(), fields, 0);
  }

  private InstantSource clock() {
    if (at == null) {
      return InstantSource.system();
    }
    try {
      Instant time = OffsetDateTime.parse(at).toInstant();
      return InstantSource.fixed(time);
    } catch (DateTimeException e) {
      throw wrong("--at", at, "a time with its offset, such as 2026-12-01T00:00:00Z");
    }
  }

  private ParameterException wrong(String option, String got, String expected) {
    return new ParameterException(
        spec.commandLine(), option + ": " + got + " (expected: " + expected + ")");
  }
}
