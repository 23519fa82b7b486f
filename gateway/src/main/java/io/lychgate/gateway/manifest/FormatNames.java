package io.lychgate.gateway.manifest;

import io.lychgate.gateway.push.format.ManifestFormats;
import java.util.Iterator;

/** The formats that {@code --format} takes, for help texts. */
final class FormatNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return ManifestFormats.ids().iterator();
  }
}
