package io.lychgate.gateway.store;

/**
 * A draft that people approve.
 *
 * @param thing the key of its approvals: the name of a manifest, or {@link #CONFIGURATION}
 * @param kind the first word of its actions in the audit trail
 * @param shown its name for people
 * @param lastAuthor the author as the audit trail names it
 */
record ApprovedDraft(String thing, String kind, String shown, String text, String lastAuthor) {
  /** Not a name of a manifest. */
  static final String CONFIGURATION = "/configuration";

  static ApprovedDraft of(Manifest manifest) {
    return new ApprovedDraft(
        manifest.name(), "manifest", manifest.name(), manifest.draft(), manifest.draftAuthor());
  }

  static ApprovedDraft of(StoredConfiguration configuration) {
    return new ApprovedDraft(
        CONFIGURATION,
        ConfigurationStore.SUBJECT,
        ConfigurationStore.SUBJECT,
        configuration.draft(),
        configuration.draftAuthor());
  }
}
