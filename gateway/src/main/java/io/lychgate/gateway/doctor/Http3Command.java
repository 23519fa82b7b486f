package io.lychgate.gateway.doctor;

import io.lychgate.gateway.config.check.Quantity;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lychgate doctor h3 URL}: finds the reasons for which a browser would not use HTTP/3 for a URL. */
@Command(
    name = "h3",
    mixinStandardHelpOptions = true,
    description = {
      "Finds the reasons why clients do not use HTTP/3 for a URL: connects from here over TCP and QUIC, as a browser would.",
      "One line a step: ok, warn, fail or skip, and what to do. Exit code 1 if a step fails."
    })
final class Http3Command implements Callable<Integer> {
  private static final int MAX_PORT = 65_535;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "URL", description = "https://host[:port]/path")
  private String url = "";

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "The configuration of the gateway that serves it, gateway.yaml.")
  private @Nullable Path config;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "PEM file of certificates to trust in addition to those of Java.")
  private @Nullable Path authority;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "Timeout of each step (default: 5s).")
  private String timeout = "5s";

  @Option(names = "--json", description = "The findings as JSON.")
  private boolean json;

  @Override
  public Integer call() throws GeneralSecurityException {
    Http3Diagnosis diagnosis = new Http3Diagnosis(target(), config, roots(), patience());
    return new FindingsOutput(spec, json).print(url, diagnosis.run());
  }

  private URI target() {
    try {
      URI uri = new URI(url);
      boolean isWhole = "https".equalsIgnoreCase(uri.getScheme())
          && uri.getHost() != null
          && AltSvcStep.portOf(uri) > 0
          && AltSvcStep.portOf(uri) <= MAX_PORT
          && uri.getUserInfo() == null;
      if (isWhole) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw wrong("URL", url, "https://host[:port]/path", e);
    }
    throw wrong("URL", url, "https://host[:port]/path", null);
  }

  private TrustedRoots roots() throws GeneralSecurityException {
    try {
      return TrustedRoots.with(authority);
    } catch (IOException | CertificateException e) {
      throw wrong("--ca", String.valueOf(authority), "a PEM file of certificates", e);
    }
  }

  private Duration patience() {
    try {
      Duration patience = Quantity.duration(timeout);
      if (!patience.isZero()) {
        return patience;
      }
    } catch (IllegalArgumentException e) {
      throw wrong("--timeout", timeout, "a time such as 5s", e);
    }
    throw wrong("--timeout", timeout, "more than zero", null);
  }

  private ParameterException wrong(
      String option, String got, String expected, @Nullable Throwable cause) {
    return new ParameterException(
        spec.commandLine(), option + ": " + got + " (expected: " + expected + ")", cause);
  }
}
