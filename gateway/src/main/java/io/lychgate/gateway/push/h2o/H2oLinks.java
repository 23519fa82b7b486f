package io.lychgate.gateway.push.h2o;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import java.util.ArrayList;
import java.util.List;

/** Reads and filters the Link fields of one response. */
public final class H2oLinks {
  private H2oLinks() {}

  /** Returns the paths that the links ask to push with this page, in order; a path named twice occurs twice. */
  public static List<String> paths(Fields response, RequestHead page) {
    List<String> paths = new ArrayList<>();
    H2oTarget base = new H2oTarget(page.isSecure(), page.authority().toString(), page.path());
    for (int i = response.indexOf(FieldNames.LINK, 0);
        i >= 0;
        i = response.indexOf(FieldNames.LINK, i + 1)) {
      for (String target : H2oLinkField.parse(response.value(i)).targets()) {
        String path = base.path(target);
        if (path != null) {
          paths.add(path);
        }
      }
    }
    return paths;
  }

  /** Removes the push-only links from the response, and each field of which nothing is left. */
  public static void removePushOnly(Fields response) {
    int at = response.indexOf(FieldNames.LINK, 0);
    while (at >= 0) {
      CharSequence passedOn = H2oLinkField.parse(response.value(at)).passedOn();
      int next = at;
      if (passedOn == null) {
        response.removeAt(at);
      } else {
        response.setValue(at, passedOn);
        next++;
      }
      at = response.indexOf(FieldNames.LINK, next);
    }
  }
}
