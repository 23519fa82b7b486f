package io.lychgate.gateway.push.priority;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.lychgate.casper.Destination;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.netty.util.AsciiString;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriorityRulesTest {
  private static PriorityRules rules(String... matches) {
    StringBuilder text = new StringBuilder("priorities:\n");
    for (int i = 0; i < matches.length; i++) {
      text.append("  - { name: r").append(i).append(", match: { ").append(matches[i]);
      text.append(" }, urgency: ").append(i % 8).append(" }\n");
    }
    return new PriorityRules(
        new ManifestReader().read(text.toString(), "m").value().priorities());
  }

  private static RequestHead request(String path, @Nullable String destination) {
    Fields fields = new Fields();
    if (destination != null) {
      fields.add(FieldNames.SEC_FETCH_DEST, destination);
    }
    return new RequestHead(
        AsciiString.of("GET"), true, AsciiString.of("a.test"), AsciiString.of(path), fields, 0);
  }

  private static ResponseHead response(@Nullable String type, @Nullable String length) {
    Fields fields = new Fields();
    if (type != null) {
      fields.add(FieldNames.canonical("content-type"), AsciiString.of(type));
    }
    if (length != null) {
      fields.add(FieldNames.canonical("content-length"), AsciiString.of(length));
    }
    return new ResponseHead(200, fields);
  }

  private static boolean isFor(String match, PrioritySubject subject) {
    return rules(match).first(subject) != null;
  }

  @ParameterizedTest(name = "{0} for {1}, {2}, {3}, {4}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "path: /a/*             | /a/b.css      | text/css                | -     | -     | true",
        "path: /a/*             | /a/b.css?v=/x | text/css                | -     | -     | true",
        "path: \"*.css\"        | /a/b.css?v=1  | text/css                | -     | -     | true",
        "path: \"*.css\"        | /a/b.js?x.css | text/css                | -     | -     | false",
        "path: /a               | /a?b          | -                       | -     | -     | true",
        "path: /a               | /ab           | -                       | -     | -     | false",
        "regex: \"^/p/[0-9]+$\" | /p/12?x=1     | -                       | -     | -     | true",
        "regex: \"^/p/[0-9]+$\" | /p/x          | -                       | -     | -     | false",
        "route: app             | /             | -                       | -     | -     | true",
        "route: [ x, app ]      | /             | -                       | -     | -     | true",
        "route: ap              | /             | -                       | -     | -     | false",
        "type: text/css         | /             | text/css                | -     | -     | true",
        "type: text/css         | /             | Text/CSS; charset=utf-8 | -     | -     | true",
        "type: text/css         | /             | text/css2               | -     | -     | false",
        "type: text/css         | /             | text/cs                 | -     | -     | false",
        "type: text/css         | /             | -                       | -     | -     | false",
        "type: image/*          | /             | image/avif              | -     | -     | true",
        "type: image/*          | /             | images/avif             | -     | -     | false",
        "type: image/*          | /             | image                   | -     | -     | false",
        "type: \"*/*\"          | /             | application/x           | -     | -     | true",
        "type: \"*/*\"          | /             | -                       | -     | -     | false",
        "type: [ a/b, image/* ] | /             | image/png               | -     | -     | true",
        "destination: image     | /             | -                       | image | -     | true",
        "destination: [ font, image ] | /       | -                       | image | -     | true",
        "destination: image     | /             | image/png               | empty | -     | false",
        "destination: image     | /             | image/png               | -     | -     | false",
        "size: \">= 1KiB\"      | /             | -                       | -     | 1024  | true",
        "size: \">= 1KiB\"      | /             | -                       | -     | 1023  | false",
        "size: \"> 1KiB\"       | /             | -                       | -     | 1024  | false",
        "size: \"<= 1KiB\"      | /             | -                       | -     | 1024  | true",
        "size: \"< 1KiB\"       | /             | -                       | -     | 1024  | false",
        "size: \"<1KiB\"        | /             | -                       | -     | 0     | true",
        "size: \"< 1KiB\"       | /             | -                       | -     | -     | false",
        "size: \">= 0\"         | /             | -                       | -     | -     | false",
        "size: \"< 1KiB\"       | /             | -                       | -     | x     | false",
        "size: \">= 10B, < 1MiB\" | /           | -                       | -     | 10    | true",
        "size: \">= 10B, < 1MiB\" | /           | -                       | -     | 9     | false",
        "entry: false           | /             | -                       | -     | -     | true",
        "entry: true            | /             | -                       | -     | -     | false",
        "tier: 1                | /             | -                       | -     | -     | false",
        "'type: image/*, size: \">= 1KiB\"' | / | image/png               | -     | 2048  | true",
        "'type: image/*, size: \">= 1KiB\"' | / | image/png               | -     | 12    | false",
      })
  void everyConditionMustMatch(
      String match,
      String path,
      @Nullable String type,
      @Nullable String destination,
      @Nullable String length,
      boolean fits) {
    PrioritySubject subject = new PrioritySubject()
        .response(request(path, destination), response(type, length), "app", null, 0, false);

    assertThat(isFor(match, subject)).isEqualTo(fits);
  }

  @Test
  void responseWithoutARouteMatchesNoRoute() {
    PrioritySubject subject = new PrioritySubject()
        .response(request("/", null), response("text/html", "10"), null, null, 0, false);

    assertThat(isFor("route: app", subject)).isFalse();
    assertThat(isFor("type: text/html", subject)).isTrue();
  }

  @Test
  void manifestStatesTheTierOfAnEntry() {
    PrioritySubject subject = new PrioritySubject()
        .response(request("/a", null), response(null, null), "app", Destination.FONT, 2, false);

    assertThat(isFor("entry: true", subject)).isTrue();
    assertThat(isFor("tier: 2", subject)).isTrue();
    assertThat(isFor("tier: 1", subject)).isFalse();
    assertThat(isFor("destination: font", subject)).as("not stated").isFalse();
  }

  @Test
  void manifestOrTypeStatesTheDestinationOfAPush() {
    PrioritySubject subject = new PrioritySubject();
    RequestHead request = request("/a", null);

    subject.response(request, response("x/y", null), "app", Destination.MODULE, 1, true);
    assertThat(isFor("destination: script", subject)).isTrue();
    subject.response(request, response("x/y", null), "app", Destination.FETCH, 1, true);
    assertThat(isFor("destination: empty", subject)).isTrue();
    for (String[] row : new String[][] {
      {"text/css; charset=utf-8", "style"},
      {"text/javascript", "script"},
      {"image/png", "image"},
      {"font/woff2", "font"},
      {"text/html", "document"},
    }) {
      subject.response(request, response(row[0], null), "app", null, 0, true);
      assertThat(isFor("destination: " + row[1], subject)).as(row[0]).isTrue();
    }
    subject.response(request, response("text/plain", null), "app", null, 0, true);
    assertThat(isFor("destination: [ style, document ]", subject)).isFalse();
  }

  @Test
  void firstMatchingRuleDecides() {
    PriorityRules rules =
        rules("type: image/*, size: \">= 100KiB\"", "type: image/*", "path: \"*\"");
    PrioritySubject subject = new PrioritySubject();

    subject.response(request("/a", null), response("image/png", "200000"), "app", null, 0, false);
    assertThat(nameOf(rules.first(subject))).isEqualTo("r0");
    subject.response(request("/a", null), response("image/png", null), "app", null, 0, false);
    assertThat(nameOf(rules.first(subject))).isEqualTo("r1");
    subject.response(request("/a", null), response(null, null), "app", null, 0, false);
    assertThat(nameOf(rules.first(subject))).isEqualTo("r2");
    assertThat(PriorityRules.NONE.first(subject)).isNull();
  }

  @Test
  void planForAPendingResponseListsCertainAndPossibleRules() {
    PriorityRules rules = rules(
        "type: text/css",
        "type: image/png",
        "size: \">= 1MiB\"",
        "route: app",
        "destination: image",
        "path: \"*\"");
    PrioritySubject image = new PrioritySubject()
        .expected(AsciiString.of("/a.png"), null, Destination.IMAGE, 1, "image/", -1);

    PriorityRules.Outlook outlook = rules.outlook(image);

    assertThat(nameOf(outlook.certain())).isEqualTo("r4");
    assertThat(outlook.perhaps())
        .extracting(PriorityRule::name)
        .isEqualTo(List.of("r1", "r2", "r3"));
  }

  @Test
  void lookupAllocatesNothing() {
    PriorityRules rules = rules(
        "path: /never/*/x",
        "type: [ text/x, font/* ]",
        "destination: [ font, video ]",
        "size: \">= 1GiB\"",
        "route: [ a, b ]",
        "entry: true",
        "type: image/*, destination: image, size: \">= 1KiB\", path: \"/a*\"");
    PrioritySubject subject = new PrioritySubject();
    RequestHead request = request("/abc?def", "image");
    ResponseHead response = response("image/png", "4096");
    int found = lookUp(rules, subject, request, response, 20_000);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    found += lookUp(rules, subject, request, response, 20_000);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(found).isEqualTo(40_000);
    assertThat(allocated).isLessThan(20_000);
  }

  private static int lookUp(
      PriorityRules rules,
      PrioritySubject subject,
      RequestHead request,
      ResponseHead response,
      int times) {
    int found = 0;
    for (int i = 0; i < times; i++) {
      found +=
          rules.first(subject.response(request, response, "app", null, 0, false)) == null ? 0 : 1;
    }
    return found;
  }

  private static String nameOf(@Nullable PriorityRule rule) {
    return rule == null ? "none" : rule.name();
  }
}
