package io.lychgate.gateway.manifest;

import io.lychgate.gateway.push.format.ManifestFormats;
import java.util.Iterator;

/** The values of {@code --format}, for help texts. */
final class FormatNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return ManifestFormats.ids().iterator();
  }
}
