package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.BeaconConfig;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.NoResponder;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
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
  private static final AsciiString SCRIPT_TYPE =
      AsciiString.cached("text/javascript; charset=utf-8");

  /** One day: script and reader of the beacons may differ in age (BeaconReader), but not without a limit. */
  private static final AsciiString SCRIPT_AGE = AsciiString.cached("public, max-age=86400");

  private static final AsciiString NO_SNIFF_NAME = AsciiString.cached("x-content-type-options");
  private static final AsciiString NO_SNIFF = AsciiString.cached("nosniff");

  private final AsciiString path;
  private final AsciiString scriptPath;
  private final byte[] script;
  private final AsciiString etag;

  private BeaconEndpoint(String path, byte[] script) {
    this.path = new AsciiString(path);
    this.scriptPath = new AsciiString(path + ".js");
    this.script = script;
    this.etag = etag(script);
  }

  /** Returns the endpoint; null if beacons are disabled. */
  public static @Nullable BeaconEndpoint of(BeaconConfig config) {
    return config.enabled() ? new BeaconEndpoint(config.path(), script(config.path())) : null;
  }

  @Override
  public boolean isFor(RequestHead request) {
    return isAt(path, request.path()) || isAt(scriptPath, request.path());
  }

  /** Responds; to a beacon once its body is here. */
  @Override
  public Responder respond(Exchange exchange, boolean end) {
    exchange.ahead().own();
    RequestHead request = exchange.request();
    if (isAt(scriptPath, request.path())) {
      sendScript(exchange, request);
    } else if (request.isMethod(HttpMethod.POST.asciiName())) {
      return new BeaconIntake(exchange).begin(end);
    } else {
      refuseMethod(exchange, "POST");
    }
    return NoResponder.INSTANCE;
  }

  private void sendScript(Exchange exchange, RequestHead request) {
    boolean isGet = request.isMethod(HttpMethod.GET.asciiName());
    if (!isGet && !request.isMethod(HttpMethod.HEAD.asciiName())) {
      refuseMethod(exchange, "GET, HEAD");
      return;
    }
    Fields fields =
        new Fields().add(HttpHeaderNames.ETAG, etag).add(HttpHeaderNames.CACHE_CONTROL, SCRIPT_AGE);
    CharSequence known = request.fields().get(HttpHeaderNames.IF_NONE_MATCH);
    if (known != null && AsciiString.contains(known, etag)) {
      exchange.head(new ResponseHead(HttpResponseStatus.NOT_MODIFIED.code(), fields), true);
    } else {
      fields
          .add(HttpHeaderNames.CONTENT_TYPE, SCRIPT_TYPE)
          .add(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(script.length))
          .add(NO_SNIFF_NAME, NO_SNIFF);
      exchange.head(new ResponseHead(HttpResponseStatus.OK.code(), fields), !isGet);
      if (isGet) {
        exchange.data(Unpooled.wrappedBuffer(script), true);
      }
    }
    exchange.flush();
  }

  private static void refuseMethod(Exchange exchange, String allowed) {
    exchange.failWith(
        new ExchangeFailure(
            Kind.METHOD_NOT_ALLOWED, exchange.request().method() + " is not allowed"),
        new Fields().add(HttpHeaderNames.ALLOW, allowed));
  }

  private static boolean isAt(AsciiString own, CharSequence target) {
    int length = own.length();
    return target.length() >= length
        && AsciiString.regionMatches(own, false, 0, target, 0, length)
        && (target.length() == length || target.charAt(length) == '?');
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
      return new AsciiString('"' + HexFormat.of().formatHex(hash, 0, 8) + '"');
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256: not available", e);
    }
  }
}
