package io.lychgate.gateway.admin.access;

import io.lychgate.gateway.store.Role;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The operations of the admin plane, each with the least role that it needs, the sites for which it needs it, and its group. The code
 * that serves an operation, the documentation and the test of all cells use this table.
 *
 * <p>The name of a constant is the {@code operationId} of {@code openapi.yaml} in another notation.
 */
public enum Permission {
  LOGIN(null, Reach.OPEN, OperationGroup.ACCOUNT),
  WHO_AM_I(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.ANY),
  LOGOUT(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.ACCOUNT),
  CHANGE_PASSWORD(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.ACCOUNT),
  LIST_PERMISSIONS(Role.VIEWER, Reach.ANY_SITE, OperationGroup.ANY),

  SIGN_IN_OPTIONS(null, Reach.OPEN, OperationGroup.ACCOUNT),
  GET_SECOND_STEP(null, Reach.OPEN, OperationGroup.ACCOUNT),
  FINISH_SECOND_STEP(null, Reach.OPEN, OperationGroup.ACCOUNT),
  BEGIN_PROVIDER_SIGN_IN(null, Reach.OPEN, OperationGroup.ACCOUNT),
  END_PROVIDER_SIGN_IN(null, Reach.OPEN, OperationGroup.ACCOUNT),
  GET_SECOND_FACTORS(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.ACCOUNT),
  BEGIN_TOTP(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.ACCOUNT),
  CONFIRM_TOTP(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.ACCOUNT),
  REMOVE_TOTP(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.ACCOUNT),
  BEGIN_KEY(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.ACCOUNT),
  ADD_KEY(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.ACCOUNT),
  RENAME_KEY(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.ACCOUNT),
  REMOVE_KEY(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.ACCOUNT),
  NEW_RECOVERY_CODES(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.ACCOUNT),
  RESET_SECOND_FACTORS(Role.ADMIN, Reach.ALL_SITES, OperationGroup.USERS),
  GET_SIGN_ON(Role.ADMIN, Reach.ALL_SITES, OperationGroup.USERS),
  TEST_SIGN_ON(Role.ADMIN, Reach.ALL_SITES, OperationGroup.USERS),

  LIST_USERS(Role.ADMIN, Reach.ALL_SITES, OperationGroup.USERS),
  CREATE_USER(Role.ADMIN, Reach.ALL_SITES, OperationGroup.USERS),
  GET_USER(Role.ADMIN, Reach.ALL_SITES, OperationGroup.USERS),
  CHANGE_USER(Role.ADMIN, Reach.ALL_SITES, OperationGroup.USERS),
  DELETE_USER(Role.ADMIN, Reach.ALL_SITES, OperationGroup.USERS),
  RESET_PASSWORD(Role.ADMIN, Reach.ALL_SITES, OperationGroup.USERS),
  LIST_SESSIONS(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.USERS),
  END_SESSIONS(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.USERS),
  END_SESSION(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.USERS),
  LIST_TOKENS(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.TOKENS),
  CREATE_TOKEN(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.TOKENS),
  DELETE_TOKEN(Role.VIEWER, Reach.OWN_ACCOUNT, OperationGroup.TOKENS),

  LIST_MANIFESTS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  CREATE_MANIFEST(Role.EDITOR, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  VALIDATE_TEXT(Role.VIEWER, Reach.ANY_SITE, OperationGroup.MANIFESTS),
  GET_MANIFEST(Role.VIEWER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  RETIRE_MANIFEST(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  SAVE_DRAFT(Role.EDITOR, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  MERGE_INTO_DRAFT(Role.EDITOR, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  VALIDATE_DRAFT(Role.VIEWER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  PUBLISH_MANIFEST(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  MANIFEST_HISTORY(Role.VIEWER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  GET_REVISION(Role.VIEWER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  ROLL_BACK(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  PLAN(Role.VIEWER, Reach.OWN_SITES, OperationGroup.MANIFESTS),

  GET_LEDGER(Role.VIEWER, Reach.OWN_SITES, OperationGroup.LEDGER),
  DEMOTE_ENTRY(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.LEDGER),
  RESTORE_ENTRY(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.LEDGER),
  LIST_PROPOSALS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.PROPOSALS),
  ACCEPT_PROPOSAL(Role.EDITOR, Reach.OWN_SITES, OperationGroup.PROPOSALS),
  PUBLISH_PROPOSAL(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.PROPOSALS),
  DISMISS_PROPOSAL(Role.EDITOR, Reach.OWN_SITES, OperationGroup.PROPOSALS),

  LIST_CONNECTIONS(Role.VIEWER, Reach.ALL_SITES, OperationGroup.LIVE),
  GET_POOLING(Role.VIEWER, Reach.ALL_SITES, OperationGroup.LIVE),
  EVENTS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.LIVE),
  GET_SAVINGS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.LIVE),
  LIST_TIMELINES(Role.VIEWER, Reach.ALL_SITES, OperationGroup.TIMELINES),
  WATCH_TIMELINE(Role.EDITOR, Reach.ALL_SITES, OperationGroup.TIMELINES),
  GET_TIMELINE(Role.VIEWER, Reach.ALL_SITES, OperationGroup.TIMELINES),
  DELETE_TIMELINE(Role.EDITOR, Reach.ALL_SITES, OperationGroup.TIMELINES),
  GET_TIMELINE_HAR(Role.VIEWER, Reach.ALL_SITES, OperationGroup.TIMELINES),

  LIST_ROUTES(Role.VIEWER, Reach.OWN_SITES, OperationGroup.ROUTES),
  EXPLAIN_ROUTE(Role.VIEWER, Reach.OWN_SITES, OperationGroup.ROUTES),
  LIST_PLUGINS(Role.VIEWER, Reach.ALL_SITES, OperationGroup.ROUTES),
  LIST_UPSTREAMS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.UPSTREAMS),
  GET_UPSTREAM(Role.VIEWER, Reach.OWN_SITES, OperationGroup.UPSTREAMS),
  GET_SERVER(Role.VIEWER, Reach.OWN_SITES, OperationGroup.UPSTREAMS),
  DRAIN_SERVER(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.UPSTREAMS),
  EJECT_SERVER(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.UPSTREAMS),
  ENABLE_SERVER(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.UPSTREAMS),
  GET_CACHE(Role.VIEWER, Reach.ANY_SITE, OperationGroup.CACHE),
  PURGE_CACHE(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.CACHE),
  LIST_CERTIFICATES(Role.VIEWER, Reach.OWN_SITES, OperationGroup.CERTIFICATES),

  GET_HISTORY(Role.VIEWER, Reach.OWN_SITES, OperationGroup.HISTORY),
  GET_HISTORY_TOTALS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.HISTORY),
  LIST_HISTORY_EVENTS(Role.VIEWER, Reach.ALL_SITES, OperationGroup.HISTORY),
  ADD_HISTORY_EVENT(Role.EDITOR, Reach.ALL_SITES, OperationGroup.HISTORY),
  CHANGE_HISTORY_EVENT(Role.EDITOR, Reach.ALL_SITES, OperationGroup.HISTORY),
  DELETE_HISTORY_EVENT(Role.EDITOR, Reach.ALL_SITES, OperationGroup.HISTORY),
  LIST_REPORTS(Role.VIEWER, Reach.ALL_SITES, OperationGroup.HISTORY),
  MAKE_REPORT(Role.EDITOR, Reach.ALL_SITES, OperationGroup.HISTORY),
  GET_REPORT(Role.VIEWER, Reach.ALL_SITES, OperationGroup.HISTORY),
  GET_REPORT_CSV(Role.VIEWER, Reach.ALL_SITES, OperationGroup.HISTORY),

  LIST_EXPERIMENTS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  GET_EXPERIMENT(Role.VIEWER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  PREVIEW_EXPERIMENT(Role.VIEWER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  GET_EXPERIMENT_COUNTS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  GET_EXPERIMENT_OUTCOME(Role.VIEWER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  LIST_EXPERIMENT_CHANGES(Role.VIEWER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  EXPORT_EXPERIMENT(Role.VIEWER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  CREATE_EXPERIMENT(Role.EDITOR, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  EDIT_EXPERIMENT(Role.EDITOR, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  DELETE_EXPERIMENT(Role.EDITOR, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  START_EXPERIMENT(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  PAUSE_EXPERIMENT(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  RESUME_EXPERIMENT(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  STOP_EXPERIMENT(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  DECIDE_EXPERIMENT(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  RELEASE_EXPERIMENT(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  GET_EXPERIMENT_RESULTS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  GET_EXPERIMENT_POWER(Role.VIEWER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  COMPARE_PAGE_VIEWS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),

  GET_TIMINGS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.TIMINGS),
  LIST_VIEWS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.TIMINGS),
  GET_VIEW(Role.VIEWER, Reach.OWN_SITES, OperationGroup.TIMINGS),
  GET_VIEW_WATERFALL(Role.VIEWER, Reach.OWN_SITES, OperationGroup.TIMINGS),
  GET_VIEW_HAR(Role.VIEWER, Reach.OWN_SITES, OperationGroup.TIMINGS),

  CREATE_BENCH_LINK(Role.EDITOR, Reach.OWN_SITES, OperationGroup.TIMINGS),

  DRY_RUN_DRAFT(Role.VIEWER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  COMPARE_REVISIONS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  RESTORE_RULE(Role.EDITOR, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  LIST_APPROVALS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  APPROVE_DRAFT(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  WITHDRAW_APPROVAL(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  LIST_PUBLICATIONS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  GET_PUBLICATION(Role.VIEWER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  PROMOTE_PUBLICATION(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.MANIFESTS),
  UNDO_PUBLICATION(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.MANIFESTS),

  MANAGE_EXPERIMENT(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.EXPERIMENTS),
  MANAGE_MANIFEST(Role.PUBLISHER, Reach.OWN_SITES, OperationGroup.MANIFESTS),

  GET_CONFIGURATION(Role.ADMIN, Reach.ALL_SITES, OperationGroup.CONFIGURATION),
  LIST_CONFIGURATION_NODES(Role.ADMIN, Reach.ALL_SITES, OperationGroup.CONFIGURATION),
  GET_CONFIGURATION_SCHEMA(Role.VIEWER, Reach.ANY_SITE, OperationGroup.CONFIGURATION),
  VALIDATE_CONFIGURATION(Role.ADMIN, Reach.ALL_SITES, OperationGroup.CONFIGURATION),
  SAVE_CONFIGURATION_DRAFT(Role.ADMIN, Reach.ALL_SITES, OperationGroup.CONFIGURATION),
  COMPARE_CONFIGURATIONS(Role.ADMIN, Reach.ALL_SITES, OperationGroup.CONFIGURATION),
  PUBLISH_CONFIGURATION(Role.ADMIN, Reach.ALL_SITES, OperationGroup.CONFIGURATION),
  CONFIGURATION_HISTORY(Role.ADMIN, Reach.ALL_SITES, OperationGroup.CONFIGURATION),
  GET_CONFIGURATION_REVISION(Role.ADMIN, Reach.ALL_SITES, OperationGroup.CONFIGURATION),
  MANAGE_CONFIGURATION(Role.ADMIN, Reach.ALL_SITES, OperationGroup.CONFIGURATION),
  LIST_CONFIGURATION_APPROVALS(Role.ADMIN, Reach.ALL_SITES, OperationGroup.CONFIGURATION),
  APPROVE_CONFIGURATION(Role.ADMIN, Reach.ALL_SITES, OperationGroup.CONFIGURATION),
  WITHDRAW_CONFIGURATION_APPROVAL(Role.ADMIN, Reach.ALL_SITES, OperationGroup.CONFIGURATION),
  ROLL_BACK_CONFIGURATION(Role.ADMIN, Reach.ALL_SITES, OperationGroup.CONFIGURATION),

  VERIFY_AUDIT(Role.VIEWER, Reach.ALL_SITES, OperationGroup.AUDIT),
  EXPORT_AUDIT(Role.ADMIN, Reach.ALL_SITES, OperationGroup.AUDIT),

  LIST_BACKUPS(Role.ADMIN, Reach.ALL_SITES, OperationGroup.SYSTEM),
  MAKE_BACKUP(Role.ADMIN, Reach.ALL_SITES, OperationGroup.SYSTEM),
  DOWNLOAD_BACKUP(Role.ADMIN, Reach.ALL_SITES, OperationGroup.SYSTEM),
  GET_SYSTEM(Role.VIEWER, Reach.ALL_SITES, OperationGroup.SYSTEM),

  FIND_LOG_LINES(Role.EDITOR, Reach.ALL_SITES, OperationGroup.LOG),
  GET_STATUS(Role.VIEWER, Reach.OWN_SITES, OperationGroup.SYSTEM),
  LIST_AUDIT(Role.VIEWER, Reach.ALL_SITES, OperationGroup.AUDIT),
  GET_CONTRACT(null, Reach.OPEN, OperationGroup.ANY),
  GET_LIVENESS(null, Reach.OPEN, OperationGroup.ANY),
  GET_READINESS(null, Reach.OPEN, OperationGroup.ANY),
  /** Has rules of its own: {@code admin.metricsToken}, and scrapers on the same machine. */
  GET_METRICS(null, Reach.OPEN, OperationGroup.METRICS);

  private final @Nullable Role least;
  private final Reach reach;
  private final OperationGroup group;

  Permission(@Nullable Role least, Reach reach, OperationGroup group) {
    this.least = least;
    this.reach = reach;
    this.group = group;
  }

  /** Returns the least role; null if no sign-in is needed. */
  public @Nullable Role least() {
    return least;
  }

  public Reach reach() {
    return reach;
  }

  public OperationGroup group() {
    return group;
  }

  /** Returns the name of the operation in the contract. */
  public String operationId() {
    StringBuilder id = new StringBuilder();
    for (String word : name().toLowerCase(Locale.ROOT).split("_", -1)) {
      id.append(id.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return id.toString();
  }
}
