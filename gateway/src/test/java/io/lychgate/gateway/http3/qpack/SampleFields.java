package io.lychgate.gateway.http3.qpack;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random heads: many repeated fields, some unique ones, some of every length. */
final class SampleFields {
  private static final String[] NAMES = {
    "server",
    "cache-control",
    "vary",
    "x-frame-options",
    "content-security-policy",
    "age",
    "etag",
    "x-request-id",
    "x-cache",
    "alt-svc",
    "set-cookie",
    "date",
    "location",
    "via",
    "x-a",
    "x-b",
    "strict-transport-security",
    "link",
    "user-agent",
    "cookie",
    "accept",
    "x-served-by-whom"
  };

  private final Random random;

  SampleFields(Random random) {
    this.random = random;
  }

  List<Map.Entry<String, String>> next(String first, String... firstValues) {
    List<Map.Entry<String, String>> fields = new ArrayList<>();
    fields.add(Map.entry(first, firstValues[random.nextInt(firstValues.length)]));
    int count = random.nextInt(14);
    for (int i = 0; i < count; i++) {
      String name = NAMES[random.nextInt(NAMES.length)];
      fields.add(Map.entry(name, value(name)));
    }
    return fields;
  }

  private String value(String name) {
    int kind = random.nextInt(40);
    if (kind == 0) {
      return "";
    }
    if (kind == 1) {
      return text(random.nextInt(3000));
    }
    if (name.equals("x-request-id") || kind < 5) {
      return Long.toHexString(random.nextLong());
    }
    return name.charAt(0) + "=" + "value; ".repeat(random.nextInt(4)) + random.nextInt(3);
  }

  private String text(int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      // Every Latin-1 character that a field value may have.
      int code = random.nextInt(256);
      text.append((char) (code < ' ' || code == 127 ? 'x' : code));
    }
    return text.toString();
  }
}
