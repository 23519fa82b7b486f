package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.BeaconConfig;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint by which the pages of every site report used assets to the ledger. It serves a script, and accepts the beacon that
 * the script posts. Built once for each snapshot. docs/reference/ledger.md describes the integration of a page.
 */
public final class BeaconEndpoint implements SiteEndpoint {
  private static final String SOURCE = "/ledger/beacon.js";
  private static final String PLACEHOLDER = "@PATH@";

  /** One day: script and reader of the beacons may differ in age (BeaconReader), but not without a limit. */
  private static final AsciiString SCRIPT_AGE = AsciiString.cached("public, max-age=86400");

  private final AsciiString path;
  private final AsciiString scriptPath;
  private final SiteScript script;
  private final AsciiString etag;

  private BeaconEndpoint(String path, byte[] script) {
    this.path = new AsciiString(path);
    this.scriptPath = new AsciiString(path + ".js");
    this.script = new SiteScript(script);
    this.etag = etag(script);
  }

  /** Returns the endpoint; null if beacons are disabled. */
  public static @Nullable BeaconEndpoint of(BeaconConfig config) {
    return config.enabled() ? new BeaconEndpoint(config.path(), script(config.path())) : null;
  }

  @Override
  public boolean isFor(RequestHead request) {
    return SiteEndpoint.isAt(path, request.path()) || SiteEndpoint.isAt(scriptPath, request.path());
  }

  /** Responds; to a beacon once its body is here. */
  @Override
  public Responder respond(Exchange exchange, boolean end) {
    exchange.ahead().own();
    RequestHead request = exchange.request();
    if (SiteEndpoint.isAt(scriptPath, request.path())) {
      script.send(
          exchange,
          new Fields()
              .add(HttpHeaderNames.ETAG, etag)
              .add(HttpHeaderNames.CACHE_CONTROL, SCRIPT_AGE));
    } else if (request.isMethod(HttpMethod.POST.asciiName())) {
      return new BeaconIntake(exchange).begin(end);
    } else {
      SiteEndpoint.refuseMethod(exchange, "POST");
    }
    return NoResponder.INSTANCE;
  }

  private static byte[] script(String path) {
    try (InputStream in = BeaconEndpoint.class.getResourceAsStream(SOURCE)) {
      if (in == null) {
        throw new IllegalStateException(SOURCE + ": missing in the jar");
      }
      String source = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return source.replace(PLACEHOLDER, path).getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static AsciiString etag(byte[] content) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
      return new AsciiString("W/\"" + HexFormat.of().formatHex(hash, 0, 8) + '"');
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256: not available", e);
    }
  }
}
