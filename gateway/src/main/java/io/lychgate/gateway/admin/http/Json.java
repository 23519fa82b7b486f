package io.lychgate.gateway.admin.http;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import io.lychgate.gateway.admin.seam.FleetNode;
import io.lychgate.gateway.admin.seam.Plan;
import io.lychgate.gateway.admin.seam.TextProblem;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.push.diff.Change;
import io.lychgate.gateway.store.ManifestState;
import io.lychgate.gateway.store.PublicationState;
import io.lychgate.gateway.store.RevisionKind;
import io.lychgate.gateway.store.Role;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** JSON of the API's records: unchanged component names, explicit nulls, enums as their tokens. */
public final class Json {

  static final JsonMapper MAPPER = JsonMapper.builder()
      // A method such as isError() is no component of a record.
      .changeDefaultVisibility(all -> all.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
      .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
      .addModule(tokens())
      .build();

  private Json() {}

  public static byte[] bytes(Object body) {
    return MAPPER.writeValueAsBytes(body);
  }

  public static String text(Object body) {
    return MAPPER.writeValueAsString(body);
  }

  /** Returns an object of JSON as maps, lists, texts, numbers and booleans. */
  @SuppressWarnings("unchecked") // The keys of an object of JSON are texts.
  public static Map<String, Object> map(JsonNode object) {
    return MAPPER.convertValue(object, Map.class);
  }

  /** Reads what {@link #text} wrote. */
  public static <T> T read(String text, Class<T> type) {
    return MAPPER.readValue(text, type);
  }

  private static SimpleModule tokens() {
    SimpleModule module = new SimpleModule("tokens");
    add(module, Protocol.class, Protocol::token);
    add(module, Role.class, Role::token);
    add(module, FleetNode.State.class, FleetNode.State::token);
    add(module, ManifestState.class, ManifestState::token);
    add(module, PublicationState.class, PublicationState::token);
    add(module, Change.Kind.class, Change.Kind::token);
    add(module, RevisionKind.class, RevisionKind::token);
    add(module, TextProblem.Severity.class, severity -> severity.name().toLowerCase(Locale.ROOT));
    add(module, Plan.Decision.class, decision -> decision.name().toLowerCase(Locale.ROOT));
    return module;
  }

  private static <T> void add(SimpleModule module, Class<T> type, Function<T, String> token) {
    module.addSerializer(type, new TokenSerializer<>(type, token));
  }

  /** Writes a value as its token. */
  private static final class TokenSerializer<T> extends StdSerializer<T> {

    private final transient Function<T, String> token;

    TokenSerializer(Class<T> type, Function<T, String> token) {
      super(type);
      this.token = token;
    }

    @Override
    public void serialize(T value, JsonGenerator generator, SerializationContext context) {
      generator.writeString(token.apply(value));
    }
  }
}
