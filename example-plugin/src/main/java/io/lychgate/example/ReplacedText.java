package io.lychgate.example;

import io.lychgate.plugin.BodyTransform;
import io.lychgate.plugin.FilterPlugin;
import io.lychgate.plugin.PluginConfig;
import io.lychgate.plugin.PluginContext;
import io.lychgate.plugin.PluginFilter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Replaces a text in bodies, as the address of a server that must not leave the house. Pieces end anywhere, so the filter keeps the end
 * of a piece that may be the beginning of the text.
 *
 * <p>Configuration: {@code find}, {@code replace} (empty by default) and {@code types}, the beginnings of media types ({@code text/} by
 * default).
 */
public final class ReplacedText implements FilterPlugin {
  private static final int MAX_LENGTH = 256;

  @Override
  public String name() {
    return "replaced-text";
  }

  @Override
  public PluginFilter create(PluginContext context) {
    PluginConfig config = context.config();
    config.allowOnly("find", "replace", "types");
    byte[] find = bytes(config, "find", null);
    byte[] replace = bytes(config, "replace", "");
    if (find.length == 0) {
      throw config.problem("find", "empty (expected: a text)");
    }
    List<String> types = config.has("types") ? config.texts("types") : List.of("text/");
    return (request, response) -> {
      String type = response.field("content-type");
      boolean isCoded = response.field("content-encoding") != null;
      boolean isWanted = type != null
          && types.stream().anyMatch(each -> type.toLowerCase(Locale.ROOT).startsWith(each));
      return isWanted && !isCoded ? new Replacement(find, replace) : null;
    };
  }

  private static byte[] bytes(PluginConfig config, String key, @Nullable String otherwise) {
    String text = otherwise == null ? config.text(key) : config.text(key, otherwise);
    if (text.length() > MAX_LENGTH) {
      throw config.problem(
          key, text.length() + " characters (expected: at most " + MAX_LENGTH + ")");
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The body of one response. */
  static final class Replacement implements BodyTransform {
    private final byte[] find;
    private final byte[] replace;

    /** The end of the last piece, shorter than the text. */
    private byte[] kept = {};

    Replacement(byte[] find, byte[] replace) {
      this.find = find;
      this.replace = replace;
    }

    @Override
    public CompletionStage<ByteBuffer> transform(ByteBuffer piece, boolean last) {
      byte[] input = new byte[kept.length + piece.remaining()];
      System.arraycopy(kept, 0, input, 0, kept.length);
      piece.get(input, kept.length, piece.remaining());
      ByteArrayOutputStream output = new ByteArrayOutputStream(input.length);
      int at = 0;
      while (at <= input.length - find.length) {
        if (isAt(input, at)) {
          output.writeBytes(replace);
          at += find.length;
        } else {
          output.write(input[at++]);
        }
      }
      int rest = last ? 0 : input.length - at;
      output.write(input, at, input.length - at - rest);
      kept = new byte[rest];
      System.arraycopy(input, input.length - rest, kept, 0, rest);
      return CompletableFuture.completedStage(ByteBuffer.wrap(output.toByteArray()));
    }

    private boolean isAt(byte[] input, int at) {
      for (int i = 0; i < find.length; i++) {
        if (input[at + i] != find[i]) {
          return false;
        }
      }
      return true;
    }
  }
}
