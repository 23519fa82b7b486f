package io.lychgate.gateway.ledger;

import io.lychgate.gateway.config.check.Limits;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads {@code {"page": "/p?q", "whole": true, "assets": [["/a.css", 0], …]}}, token by token and within bounds, because any
 * client may send it. Ignores unknown keys, so a script in a browser's cache may be older or newer than the gateway.
 */
public final class BeaconReader {
  /** Levels of the known structure (the object, its list, a pair), and one for unknown keys. */
  private static final int MAX_DEPTH = 4;

  private static final int MAX_NAME = 64;
  private static final int MAX_DIGITS = 18;

  // Names are not kept in Jackson's shared symbol table: untrusted clients would fill it.
  private static final JsonFactory FACTORY = JsonFactory.builder()
      .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
      .streamReadConstraints(StreamReadConstraints.builder()
          .maxNestingDepth(MAX_DEPTH)
          .maxNameLength(MAX_NAME)
          .maxNumberLength(MAX_DIGITS)
          .maxStringLength(Limits.ASSET_URL_CHARACTERS)
          .maxDocumentLength(Limits.BEACON_BYTES)
          .build())
      .build();

  private final JsonParser parser;
  private String page = "";
  private boolean whole;
  private final Map<String, Long> transferred = new HashMap<>();

  private BeaconReader(JsonParser parser) {
    this.parser = parser;
  }

  /** Returns the beacon in the first {@code length} bytes. The message of the exception repeats nothing that the peer sent. */
  public static Beacon read(byte[] json, int length) throws MalformedBeaconException {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json, 0, length)) {
      return new BeaconReader(parser).beacon();
    } catch (JacksonException e) {
      throw new MalformedBeaconException("beacon: not JSON, or too large");
    }
  }

  private Beacon beacon() throws MalformedBeaconException {
    expect(parser.nextToken() == JsonToken.START_OBJECT, "beacon: not an object");
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      switch (name) {
        case "page" -> page = path(value, "page");
        case "whole" -> {
          whole = value == JsonToken.VALUE_TRUE;
          parser.skipChildren();
        }
        case "assets" -> assets(value);
        default -> parser.skipChildren();
      }
    }
    expect(parser.nextToken() == null, "beacon: more after its end");
    expect(!page.isEmpty(), "page: missing");
    return new Beacon(page, whole, transferred);
  }

  private void assets(JsonToken start) throws MalformedBeaconException {
    expect(start == JsonToken.START_ARRAY, "assets: not a list");
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      expect(transferred.size() < Limits.BEACON_ASSETS, "assets: too many");
      expect(parser.currentToken() == JsonToken.START_ARRAY, "assets: not a list of pairs");
      String path = path(parser.nextToken(), "assets");
      expect(parser.nextToken() == JsonToken.VALUE_NUMBER_INT, "assets: bytes are not a number");
      long bytes = parser.getLongValue();
      expect(bytes >= 0, "assets: bytes are negative");
      expect(parser.nextToken() == JsonToken.END_ARRAY, "assets: not a list of pairs");
      transferred.putIfAbsent(path, bytes);
    }
  }

  private String path(JsonToken value, String where) throws MalformedBeaconException {
    expect(value == JsonToken.VALUE_STRING, where + ": not a text");
    String path = parser.getString();
    expect(path.startsWith("/"), where + ": not a path");
    return path;
  }

  private static void expect(boolean isSo, String otherwise) throws MalformedBeaconException {
    if (!isSo) {
      throw new MalformedBeaconException(otherwise);
    }
  }
}
