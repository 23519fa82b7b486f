package io.lychgate.gateway.push.h2o;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import java.util.ArrayList;
import java.util.List;

/** The Link fields of one response. */
public final class H2oLinks {
  private H2oLinks() {}

  /** Paths that the links ask to be pushed with this page, in order, those named twice twice. */
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

  /** Takes the links that are for pushing only out of the response; a field of which nothing is left goes. */
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
