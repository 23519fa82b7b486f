package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.lychgate.gateway.admin.AdminClient.Reply;
import io.lychgate.gateway.admin.access.OperationGroup;
import io.lychgate.gateway.admin.access.Permission;
import io.lychgate.gateway.admin.access.Reach;
import io.lychgate.gateway.config.account.AccountConfig;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.ApiToken;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Role;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Each cell of the table of permissions, by a real request: operation, role, sites, session or token. */
class PermissionMatrixIT {

  /** The hosts of all things in this test. */
  private static final List<String> OWN = List.of("example.com", "*.example.com");

  private static final List<String> OTHER = List.of("elsewhere.test");

  /** Operations that list things: those of other sites are left out. */
  private static final Set<Permission> LISTS = EnumSet.of(
      Permission.LIST_MANIFESTS,
      Permission.LIST_EXPERIMENTS,
      Permission.LIST_PUBLICATIONS,
      Permission.GET_LEDGER,
      Permission.LIST_PROPOSALS,
      Permission.EVENTS,
      Permission.GET_SAVINGS,
      Permission.LIST_ROUTES,
      Permission.LIST_UPSTREAMS,
      Permission.LIST_CERTIFICATES,
      Permission.GET_HISTORY_TOTALS,
      Permission.GET_STATUS);

  private static final int ATTEMPTS = 4;

  @TempDir
  Path directory;

  private AdminFixture admin;
  private AuditWatch watch;
  private String publication = "";

  /** Grows with each cell, so that none of the many refusals is only counted. */
  private volatile Duration ahead = Duration.ZERO;

  private final Map<String, Operation> operations = new TreeMap<>();

  private record Operation(Permission permission, String method, String path) {}

  /**
   * A sender.
   *
   * @param role null without login
   * @param sites null for all sites
   */
  private record Sender(
      String name,
      @Nullable Role role,
      @Nullable List<String> sites,
      @Nullable Set<String> tokenGroups) {}

  @BeforeEach
  void start() throws Exception {
    admin = new AdminFixture(directory, () -> Instant.now().plus(ahead), AccountConfig.defaults());
    watch = new AuditWatch(admin.store);
    admin.readiness.listenersBound();
    admin.readiness.snapshotLoaded();
    readContract();
    admin.store.manifests().create("shop", "hosts: [ www.example.com ]\nrules: []\n", Actor.SYSTEM);
    AdminClient maker = admin.as("maker", Grant.everywhere(Role.ADMIN));
    publication = maker
        .post(
            "/api/v1/manifests/shop/publish",
            Map.of("at", Instant.now().plus(1, ChronoUnit.DAYS).toString()),
            "if-match",
            "*")
        .json()
        .get("id")
        .stringValue();
    maker.post("/api/v1/experiments", Samples.DESIGN);
    admin.store.views().append(List.of(Samples.view("www.example.com")));
    admin.store.waterfalls().put(List.of(Samples.waterfall("v1", "www.example.com")));
    admin.store.proposals().put("one", "learned", "add", Samples.PROPOSAL, Actor.SYSTEM);
  }

  @AfterEach
  void stop() {
    admin.close();
  }

  private void readContract() throws Exception {
    try (InputStream in = PermissionMatrixIT.class.getResourceAsStream("/admin/openapi.yaml")) {
      JsonNode contract = YAMLMapper.builder().build().readTree(Objects.requireNonNull(in));
      contract
          .get("paths")
          .properties()
          .forEach(path -> path.getValue()
              .properties()
              .forEach(method -> add(path.getKey(), method.getKey(), method.getValue())));
    }
  }

  private void add(String path, String method, JsonNode operation) {
    String id = operation.path("operationId").asString("");
    if (id.isEmpty()) {
      return;
    }
    boolean isOutside = operation.path("tags").toString().contains("system")
        && List.of("/metrics", "/healthz", "/readyz").contains(path);
    Permission permission = EnumSet.allOf(Permission.class).stream()
        .filter(each -> each.operationId().equals(id))
        .findFirst()
        .orElseGet(() -> fail(id + " has no row in Permission"));
    Role least = permission.least();
    assertThat(operation.path("x-role").asString(""))
        .as("x-role of %s", id)
        .isEqualTo(least == null ? "" : least.token());
    operations.put(
        id,
        new Operation(
            permission, method.toUpperCase(Locale.ROOT), isOutside ? path : "/api/v1" + path));
  }

  @Test
  void everyRowIsAnOperationOfTheContract() {
    assertThat(EnumSet.allOf(Permission.class).stream().map(Permission::operationId))
        .containsExactlyInAnyOrderElementsOf(operations.keySet());
  }

  @Test
  void everyCellIsAsTheTableSaysAndEachDenialIsInTheAuditTrail() {
    List<String> wrong = new ArrayList<>();
    int cells = 0;
    for (Sender sender : senders()) {
      AdminClient client = client(sender);
      for (Operation operation : operations.values()) {
        if (operation.permission() == Permission.LOGOUT && sender.tokenGroups() == null) {
          check(sender, client(sender), operation, wrong);
        } else {
          check(sender, client, operation, wrong);
        }
        cells++;
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(cells).isGreaterThan(1000);
  }

  private static List<Sender> senders() {
    List<Sender> senders = new ArrayList<>();
    senders.add(new Sender("nobody", null, null, null));
    for (Role role : Role.values()) {
      senders.add(new Sender(role.token() + "-all", role, null, null));
      senders.add(new Sender(role.token() + "-token", role, null, Set.of(OperationGroup.ALL)));
      if (role != Role.ADMIN) {
        senders.add(new Sender(role.token() + "-own", role, OWN, null));
        senders.add(new Sender(role.token() + "-other", role, OTHER, null));
      }
    }
    senders.add(new Sender("other-token", Role.PUBLISHER, OTHER, Set.of(OperationGroup.ALL)));
    senders.add(new Sender("cache-token", Role.ADMIN, null, Set.of("cache")));
    return senders;
  }

  private AdminClient client(Sender sender) {
    Role role = sender.role();
    if (role == null) {
      return admin.client();
    }
    List<String> sites = sender.sites();
    Grant grant = sites == null ? Grant.everywhere(role) : new Grant(role, sites);
    Set<String> groups = sender.tokenGroups();
    if (groups == null) {
      return admin.as(sender.name(), grant);
    }
    admin.as(sender.name(), Grant.everywhere(Role.ADMIN));
    Outcome<ApiToken.Created> created = admin
        .store
        .tokens()
        .create(
            new ApiToken.New(
                "t", sender.name(), grant, groups, Instant.now().plus(1, ChronoUnit.DAYS)),
            Actor.SYSTEM);
    return admin
        .client()
        .withToken(((Outcome.Done<ApiToken.Created>) created).value().text());
  }

  private void check(Sender sender, AdminClient client, Operation operation, List<String> wrong) {
    Expected expected = expected(sender, operation.permission());
    watch.next();
    ahead = ahead.plusSeconds(2);
    checkResponse(sender, client, operation, wrong);
    boolean isDenied = expected == Expected.FORBIDDEN || expected == Expected.OUTSIDE;
    if (isDenied && !watch.hasRefusalOf(sender.name())) {
      wrong.add(sender.name() + " " + operation.permission() + ": not in the audit trail");
    }
  }

  private void checkResponse(
      Sender sender, AdminClient client, Operation operation, List<String> wrong) {
    Expected expected = expected(sender, operation.permission());
    String cell = sender.name() + " " + operation.permission() + ": ";
    if (operation.permission() == Permission.EVENTS) {
      int status = statusOfStream(client);
      if ((status == 200) != (expected == Expected.ALLOWED || expected == Expected.PART)) {
        wrong.add(cell + status + " (expected: " + expected + ")");
      }
      return;
    }
    Reply reply = call(client, operation, sender.name());
    if (!expected.matches(reply)) {
      wrong.add(cell + reply.status() + " " + reply.text() + " (expected: " + expected + ")");
    }
  }

  private static int statusOfStream(AdminClient client) {
    try {
      var response = client.lines("/api/v1/events");
      response.body().close();
      return response.statusCode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private enum Expected {
    /** No sign-in. */
    UNAUTHENTICATED,
    /** Not with this role, or not with this token. */
    FORBIDDEN,
    /** The thing is absent for the sender, or the operation is refused. */
    OUTSIDE,
    /** Success without the things of other sites. */
    PART,
    /** Success, or an error for the contents of the request. */
    ALLOWED;

    boolean matches(Reply reply) {
      boolean isAbsent = reply.status() == 404
          && reply
              .detail()
              .matches("(manifest|proposal|upstream|server|experiment|publication|view): .*");
      return switch (this) {
        case UNAUTHENTICATED -> reply.code().equals("unauthenticated");
        case FORBIDDEN -> reply.code().equals("forbidden");
        case OUTSIDE -> reply.code().equals("forbidden") || isAbsent;
        case PART ->
          reply.status() == 200
              && !reply.text().contains("www.example.com")
              && !reply.text().contains("shop");
        case ALLOWED ->
          reply.status() != 401 && reply.status() != 403 && !isAbsent && reply.status() < 500;
      };
    }
  }

  private static Expected expected(Sender sender, Permission permission) {
    Role least = permission.least();
    Role role = sender.role();
    Set<String> groups = sender.tokenGroups();
    if (permission == Permission.GET_METRICS && groups != null) {
      // A token that is sent decides, although this machine needs none.
      return groups.contains(OperationGroup.ALL) && sender.sites() == null
          ? Expected.ALLOWED
          : Expected.UNAUTHENTICATED;
    }
    if (least == null) {
      return Expected.ALLOWED;
    }
    if (role == null) {
      return Expected.UNAUTHENTICATED;
    }
    OperationGroup group = permission.group();
    boolean isOfToken = groups == null
        || group == OperationGroup.ANY
        || (group != OperationGroup.ACCOUNT
            && (groups.contains(OperationGroup.ALL) || groups.contains(group.token())));
    boolean isForAll = sender.sites() == null;
    if (!isOfToken
        || !role.includes(least)
        || (permission.reach() == Reach.ALL_SITES && !isForAll)) {
      return Expected.FORBIDDEN;
    }
    if (permission.reach() != Reach.OWN_SITES || isForAll || OWN.equals(sender.sites())) {
      return Expected.ALLOWED;
    }
    return LISTS.contains(permission) ? Expected.PART : Expected.OUTSIDE;
  }

  /** Sends a request on a thing of www.example.com that changes nothing. */
  private Reply call(AdminClient client, Operation operation, String ownName) {
    Permission permission = operation.permission();
    String path = operation.path();
    boolean isOwn = permission.reach() == Reach.OWN_ACCOUNT;
    path = path.startsWith("/api/v1/users")
        ? path.replace("{name}", isOwn ? ownName : "first")
        : path.startsWith("/api/v1/upstreams")
            ? path.replace("{name}", "app").replace("{id}", "http%3A%2F%2F10.0.0.1%3A3000")
            : path.replace("{name}", "shop");
    path = path.startsWith("/api/v1/proposals") ? path.replace("{id}", "one") : path;
    path = path.startsWith("/api/v1/experiments/")
        ? path.replace("{id}", "h2-for-all")
        : path.startsWith("/api/v1/publications")
            ? path.replace("{id}", publication)
            : path.startsWith("/api/v1/views") ? path.replace("{id}", "v1") : path;
    path = path.replace("{provider}", "none").replace("{id}", "none").replace("{revision}", "1");
    path = switch (permission) {
      case GET_TIMINGS, LIST_VIEWS, GET_EXPERIMENT_POWER -> path + "?site=www.example.com";
      case COMPARE_PAGE_VIEWS -> path + "?by=protocol&a=h1&b=h2&site=www.example.com";
      case GET_EXPERIMENT_OUTCOME -> path + "?winner=a2";
      case COMPARE_REVISIONS -> path + "?from=draft&to=draft";
      default -> path;
    };
    path = permission == Permission.GET_HISTORY
        ? path + "?scope=site&name=www.example.com"
        : permission == Permission.GET_HISTORY_TOTALS ? path + "?scope=site" : path;
    Object body = operation.method().equals("GET") || operation.method().equals("DELETE")
        ? null
        : body(permission);
    return send(client, operation.method(), path, body);
  }

  /** Sends again if the client has lost the response: it was still sending the body, which a refusal does not wait for. */
  private static Reply send(AdminClient client, String method, String path, @Nullable Object body) {
    for (int attempt = 1; ; attempt++) {
      try {
        return client.send(method, path, body, "if-match", "\"999\"");
      } catch (IllegalStateException e) {
        if (!(e.getCause() instanceof IOException) || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static Object body(Permission permission) {
    Map<String, Object> body = new LinkedHashMap<>();
    switch (permission) {
      case CREATE_MANIFEST -> {
        body.put("name", "shop");
        body.put("text", "hosts: [ www.example.com ]\n");
      }
      case CREATE_EXPERIMENT, PREVIEW_EXPERIMENT, EDIT_EXPERIMENT -> body.putAll(Samples.DESIGN);
      case RESTORE_RULE -> {
        body.put("revision", 1);
        body.put("rule", "/");
      }
      case SAVE_DRAFT -> body.put("text", "hosts: [ www.example.com ]\n");
      case MERGE_INTO_DRAFT -> body.put("merge", Map.of("x-note", "a"));
      case CREATE_BENCH_LINK -> body.put("site", "example.com");
      case SAVE_CONFIGURATION_DRAFT, VALIDATE_CONFIGURATION -> body.put("text", "zone: a");
      case ROLL_BACK, ROLL_BACK_CONFIGURATION -> body.put("revision", 1);
      case PLAN, EXPLAIN_ROUTE, PURGE_CACHE -> body.put("url", "https://www.example.com/");
      case DEMOTE_ENTRY, RESTORE_ENTRY -> {
        body.put("manifest", "shop");
        body.put("match", "/");
        body.put("url", "/none.js");
      }
      case RESET_PASSWORD -> body.put("password", "short");
      case VALIDATE_TEXT -> body.put("text", "rules: []");
      default -> {}
    }
    return body;
  }
}
