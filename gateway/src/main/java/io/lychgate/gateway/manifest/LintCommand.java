package io.lychgate.gateway.manifest;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.yaml.DocumentFile;
import io.lychgate.gateway.push.lint.Finding;
import io.lychgate.gateway.push.lint.LiveLint;
import io.lychgate.gateway.push.lint.ManifestLint;
import io.lychgate.gateway.push.lint.RouteLint;
import io.lychgate.gateway.push.manifest.LocatedManifest;
import io.lychgate.gateway.push.manifest.ManifestReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lychgate manifest lint}: reports errors and bad practice in a manifest, and in the responses of its site. */
@Command(
    name = "lint",
    mixinStandardHelpOptions = true,
    description = {
      "Checks a manifest; with --config the routes that it names; with --origin every asset on the site: status, redirects, content type, CORS, lifetime, size.",
      "Exit code 1 if there are errors; 0 with warnings only."
    })
final class LintCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "The manifest.")
  private Path file = Path.of("");

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "The configuration whose routes the manifest names, gateway.yaml.")
  private @Nullable Path config;

  @Option(
      names = "--origin",
      paramLabel = "URL",
      description = "The site that serves the assets, such as https://www.example.com.")
  private String origin = "";

  @Option(names = "--insecure", description = "Accepts any certificate of the site.")
  private boolean insecure;

  @Option(
      names = "--max-size",
      paramLabel = "BYTES",
      description = "Larger assets are a warning (default: ${DEFAULT-VALUE}).")
  private long maxSize = 512 * 1024;

  @Option(names = "--json", description = "The findings as JSON.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    URI site = origin.isEmpty() ? null : site();
    Output out = new Output(spec);
    Checked<GatewayConfig> configured =
        config == null ? null : ConfigReader.ofProcess().read(config);
    if (configured != null && !configured.isValid()) {
      return out.refuse(configured.problems());
    }
    List<Finding> findings = new ArrayList<>();
    Checked<String> text = DocumentFile.read(file);
    Checked<LocatedManifest> manifest = text.isValid()
        ? new ManifestReader().readLocated(text.value(), file.toString())
        : Checked.invalid(text.problems());
    if (manifest.isValid()) {
      findings.addAll(ManifestLint.of(manifest.value(), Instant.now()));
      if (configured != null) {
        findings.addAll(RouteLint.of(manifest.value(), configured.value().routeIds()));
      }
      if (site != null) {
        findings.addAll(
            new LiveLint(manifest.value(), site, LintClient.make(insecure), maxSize).findings());
      }
    } else {
      for (ConfigProblem problem : manifest.problems()) {
        findings.add(new Finding(Finding.Severity.ERROR, problem));
      }
    }
    return report(findings, out, manifest.isValid() ? unchecked(manifest.value()) : "");
  }

  /** Returns the checks that were skipped because their option was not given. */
  private String unchecked(LocatedManifest manifest) {
    String routes = config == null && RouteLint.isOfUse(manifest)
        ? "; its routes were not checked (name the configuration with --config)"
        : "";
    return origin.isEmpty()
        ? routes + "; its assets were not requested (name the site with --origin)"
        : routes;
  }

  private int report(List<Finding> findings, Output out, String unchecked) {
    List<Finding> sorted = findings.stream().sorted().toList();
    long errors = sorted.stream().filter(Finding::isError).count();
    if (json) {
      out.json(sorted.stream().map(Row::of).toList());
    } else {
      sorted.forEach(out::line);
    }
    out.note(file + ": " + errors + (errors == 1 ? " error, " : " errors, ")
        + (sorted.size() - errors) + (sorted.size() - errors == 1 ? " warning" : " warnings")
        + unchecked);
    return errors == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** A finding as JSON. */
  private record Row(
      String severity, String file, int line, int column, String path, String message) {
    static Row of(Finding finding) {
      ConfigProblem problem = finding.problem();
      return new Row(
          finding.isError() ? "error" : "warning",
          problem.file(),
          problem.line(),
          problem.column(),
          problem.path(),
          problem.message());
    }
  }

  private URI site() {
    try {
      URI uri = new URI(origin);
      boolean isHttp = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
      boolean isOrigin = uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawQuery() == null
          && (uri.getRawPath().isEmpty() || uri.getRawPath().equals("/"));
      if (isHttp && isOrigin) {
        return new URI(uri.getScheme() + "://" + uri.getRawAuthority());
      }
    } catch (URISyntaxException e) {
      // Reported below like any other text that is not an origin.
    }
    throw new ParameterException(
        spec.commandLine(),
        "--origin: " + origin + " (expected: https://host or https://host:port)");
  }
}
