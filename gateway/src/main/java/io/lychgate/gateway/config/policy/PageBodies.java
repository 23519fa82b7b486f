package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.pattern.ValueTemplate;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The forms of one page. The client's Accept field chooses.
 *
 * @param html null for none
 * @param text null for the gateway's own text
 * @param json null for a problem document (RFC 9457)
 * @param files the files that the forms were read from
 */
public record PageBodies(
    @Nullable ValueTemplate html,
    @Nullable ValueTemplate text,
    @Nullable ValueTemplate json,
    List<Path> files) {
  /** Bytes of one form. Larger pages are files of a site. */
  public static final int MAX_BYTES = 64 * 1024;

  /** No form of its own: the gateway's text, or a problem document. */
  public static final PageBodies NONE = new PageBodies(null, null, null, List.of());

  public PageBodies {
    files = List.copyOf(files);
  }

  /** Returns true if it has no form of its own. */
  public boolean isEmpty() {
    return html == null && text == null && json == null;
  }
}
