package io.lychgate.gateway.condition;

import io.lychgate.gateway.condition.ConditionCompiler.Result;
import io.lychgate.gateway.config.pattern.AddressRange;
import io.lychgate.gateway.config.pattern.BoundedRegex;
import io.lychgate.gateway.config.site.ClientProtocol;
import io.lychgate.gateway.config.site.MatchConfig;
import io.lychgate.gateway.config.site.MatchConfig.ValueTest;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The conditions of one route, compiled once for each snapshot: the cheapest first. Immutable. */
public final class RouteConditions {
  /** Steps of {@link RuleBudget}, of 10 ns, for each test of a value. */
  private static final int TEST_STEPS = 5;

  /** Instructions times characters of a regular expression for each step of {@link RuleBudget}. */
  private static final int REGEX_STEPS = 10;

  private final List<Test> tests;

  /** The result of the conditions for one request. */
  public enum Outcome {
    HOLD,
    FAIL,
    /** The request is too large to be tested. Another route must not get it instead. */
    TOO_COSTLY
  }

  private record Test(String text, Predicate predicate) {}

  private interface Predicate {
    Outcome test(ConditionInput input);
  }

  private RouteConditions(List<Test> tests) {
    this.tests = List.copyOf(tests);
  }

  /** Returns the conditions; null if there are none. */
  public static @Nullable RouteConditions of(MatchConfig config) {
    if (config.size() == 0) {
      return null;
    }
    List<Test> tests = new ArrayList<>();
    if (!config.protocols().isEmpty()) {
      tests.add(protocols(config.protocols()));
    }
    for (ValueTest test : config.headers()) {
      AsciiString name = FieldNames.canonical(test.name());
      tests.add(new Test(
          "header " + test.text(), input -> header(test, name, input.request().fields(), input)));
    }
    if (!config.clients().isEmpty()) {
      tests.add(clients(config.clients()));
    }
    for (ValueTest test : config.query()) {
      tests.add(new Test(
          "query " + test.text(),
          input -> one(test, input.view().query().get(test.name()), input)));
    }
    if (config.when() != null) {
      tests.add(expression(config.when()));
    }
    return new RouteConditions(tests);
  }

  /** Tests a request. */
  public Outcome test(ConditionInput input) {
    for (int i = 0; i < tests.size(); i++) {
      Outcome outcome = tests.get(i).predicate().test(input);
      if (outcome != Outcome.HOLD) {
        return outcome;
      }
    }
    return Outcome.HOLD;
  }

  /** Returns the first condition that does not hold, as operators see it; null if all hold. */
  public @Nullable String failing(ConditionInput input) {
    for (Test test : tests) {
      if (test.predicate().test(input) != Outcome.HOLD) {
        return test.text();
      }
    }
    return null;
  }

  /** Returns all conditions as operators see them. */
  public static List<String> texts(MatchConfig config) {
    RouteConditions conditions = of(config);
    return conditions == null
        ? List.of()
        : conditions.tests.stream().map(Test::text).toList();
  }

  private static Outcome of(boolean holds) {
    return holds ? Outcome.HOLD : Outcome.FAIL;
  }

  private static Test protocols(Set<ClientProtocol> protocols) {
    String text = protocols.stream().map(ClientProtocol::token).collect(Collectors.joining(", "));
    boolean takesWebSockets = protocols.contains(ClientProtocol.WEBSOCKET);
    return new Test("protocol " + text, input -> {
      ClientProtocol protocol = input.protocol();
      return of((protocol != null && protocols.contains(protocol))
          || (takesWebSockets && input.isWebSocket()));
    });
  }

  private static Outcome header(
      ValueTest test, AsciiString name, Fields fields, ConditionInput input) {
    int at = fields.indexOf(name, 0);
    if (at < 0) {
      return of(test.kind() == MatchConfig.Kind.ABSENT);
    }
    Outcome outcome = Outcome.FAIL;
    for (; at >= 0 && outcome == Outcome.FAIL; at = fields.indexOf(name, at + 1)) {
      outcome = one(test, fields.value(at), input);
    }
    return outcome;
  }

  private static Outcome one(ValueTest test, @Nullable CharSequence value, ConditionInput input) {
    BoundedRegex regex = test.regex();
    return switch (test.kind()) {
      case PRESENT -> of(value != null);
      case ABSENT -> of(value == null);
      case EXACT -> of(value != null && AsciiString.contentEquals(value, test.value()));
      case REGEX -> value == null || regex == null ? Outcome.FAIL : search(regex, value, input);
    };
  }

  private static Outcome search(BoundedRegex regex, CharSequence value, ConditionInput input) {
    long steps = TEST_STEPS + (long) regex.programSize() * value.length() / REGEX_STEPS;
    if (value.length() > regex.longestInput() || !input.view().budget().spend(steps)) {
      return Outcome.TOO_COSTLY;
    }
    return of(regex.isFoundIn(value, value.length()));
  }

  private static Test clients(List<AddressRange> ranges) {
    ClientRanges clients = new ClientRanges(ranges);
    return new Test("client in " + clients, input -> of(clients.contains(input.clientAddress())));
  }

  private static Test expression(String text) {
    if (!(ConditionCompiler.compile(text) instanceof Result.Compiled compiled)) {
      throw new IllegalArgumentException("when: " + text + " (expected: a valid expression)");
    }
    return new Test("when " + text, input -> {
      RequestView view = input.view();
      Condition.Answer answer = compiled.condition().test(view);
      return answer == Condition.Answer.FAILED && view.isTooCostly()
          ? Outcome.TOO_COSTLY
          : of(answer == Condition.Answer.TRUE);
    });
  }
}
