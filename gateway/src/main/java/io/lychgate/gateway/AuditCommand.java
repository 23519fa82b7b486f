package io.lychgate.gateway;

import io.lychgate.gateway.admin.system.AuditSyslog;
import io.lychgate.gateway.command.NewFile;
import io.lychgate.gateway.command.OutputOption;
import io.lychgate.gateway.store.AuditEntry;
import io.lychgate.gateway.store.AuditFilter;
import io.lychgate.gateway.store.AuditReport;
import io.lychgate.gateway.store.Store;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lychgate audit}: the audit trail of a store, also of one whose gateway does not run. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Verifies, exports and lists the audit trail of a store. With --server, of a running gateway over its admin API.",
    subcommands = {
      AuditCommand.Verify.class,
      AuditCommand.Export.class,
      AuditCommand.ListEntries.class
    })
final class AuditCommand extends CommandGroup {
  /** The selection of entries that two commands share. */
  static final class Selection {
    @Option(names = "--q", paramLabel = "TEXT", description = "Only entries that contain this.")
    private String text = "";

    @Option(names = "--actor", paramLabel = "NAME", description = "Only entries of this user.")
    private String actor = "";

    @Option(
        names = "--action",
        paramLabel = "ACTION",
        description = "Only entries of this action; with a dot at its end, of the group.")
    private String action = "";

    @Option(names = "--subject", paramLabel = "NAME", description = "Only entries on this thing.")
    private String subject = "";

    @Option(names = "--outcome", paramLabel = "WORD", description = "done or refused.")
    private String outcome = "";

    @Option(names = "--from", paramLabel = "TIME", description = "Only entries at or after this.")
    private String from = "";

    @Option(names = "--to", paramLabel = "TIME", description = "Only entries before this.")
    private String to = "";

    AuditFilter filter(CommandSpec spec) {
      if (!outcome.isEmpty() && !outcome.equals("done") && !outcome.equals("refused")) {
        throw new ParameterException(
            spec.commandLine(), "--outcome: " + outcome + " (expected: done or refused)");
      }
      return new AuditFilter(
          text,
          actor,
          action,
          subject,
          outcome,
          time(spec, "--from", from),
          time(spec, "--to", to),
          null);
    }

    private static @Nullable Instant time(CommandSpec spec, String option, String value) {
      try {
        return value.isEmpty() ? null : OffsetDateTime.parse(value).toInstant();
      } catch (DateTimeParseException e) {
        throw new ParameterException(
            spec.commandLine(),
            option + ": " + value + " (expected: a time such as 2026-11-27T08:00:00Z)");
      }
    }
  }

  /** {@code lychgate audit verify}. */
  @Command(
      name = "verify",
      mixinStandardHelpOptions = true,
      description = {
        "Recomputes the hash chain of the audit trail, and prints each changed, removed or moved entry.",
        "Exit code 1 if the trail is not whole. The printed head can be kept elsewhere for the next verification."
      })
  static final class Verify implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private StoreOption store = new StoreOption();

    @Option(
        names = "--head",
        paramLabel = "POSITION:HASH",
        description = "A head that was kept elsewhere, for example in a log.")
    private String head = "";

    @Override
    public Integer call() {
      return StoreAccess.run(spec, store, (open, config) -> verify(open));
    }

    private int verify(Store open) {
      AuditReport report;
      try {
        report = open.audit().verify(head);
      } catch (IllegalArgumentException e) {
        throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
      }
      PrintWriter out = spec.commandLine().getOut();
      report.faults().forEach(fault -> out.println("fault: " + fault));
      if (report.isWhole()) {
        out.println("whole: " + report.entries() + (report.entries() == 1 ? " entry" : " entries")
            + (report.checkpoint() == 0
                ? ""
                : ", after the checkpoint at position " + report.checkpoint()));
      }
      out.println("head: " + report.head());
      out.flush();
      return report.isWhole() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  /** {@code lychgate audit export}. */
  @Command(
      name = "export",
      mixinStandardHelpOptions = true,
      description =
          "Writes the selected entries, oldest first: one JSON object a line, or one message of RFC 5424 a line.")
  static final class Export implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private StoreOption store = new StoreOption();

    @Mixin
    private Selection selection = new Selection();

    @Option(names = "--format", paramLabel = "FORMAT", description = "jsonl (default) or syslog.")
    private String format = "jsonl";

    @Mixin
    private OutputOption output = new OutputOption();

    @Override
    public Integer call() {
      if (!List.of("jsonl", "syslog").contains(format)) {
        throw new ParameterException(
            spec.commandLine(), "--format: " + format + " (expected: jsonl or syslog)");
      }
      AuditFilter filter = selection.filter(spec);
      String refusal = output.refusal();
      return refusal == null
          ? StoreAccess.run(spec, store, (open, config) -> export(open, filter))
          : StoreAccess.refuse(spec, refusal);
    }

    private int export(Store open, AuditFilter filter) {
      AuditSyslog syslog = AuditSyslog.ofThisMachine();
      Function<AuditEntry, String> line =
          format.equals("syslog") ? syslog::line : AuditSyslog::json;
      NewFile file = output.file();
      if (file == null) {
        PrintWriter out = spec.commandLine().getOut();
        open.audit().each(filter, entry -> out.println(line.apply(entry)));
        out.flush();
        return ExitCode.OK;
      }
      try (PrintWriter out = new PrintWriter(file.open(), false, StandardCharsets.UTF_8)) {
        open.audit().each(filter, entry -> out.print(line.apply(entry) + "\n"));
        if (out.checkError()) {
          throw new IOException("not all bytes were written");
        }
        return ExitCode.OK;
      } catch (IOException e) {
        return StoreAccess.refuse(spec, file.failure(e));
      }
    }
  }

  /** {@code lychgate audit list}. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Prints the newest selected entries, newest first.")
  static final class ListEntries implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private StoreOption store = new StoreOption();

    @Mixin
    private Selection selection = new Selection();

    @Option(names = "--limit", paramLabel = "N", description = "Most entries (default: 50).")
    private int limit = 50;

    @Override
    public Integer call() {
      AuditFilter filter = selection.filter(spec);
      return StoreAccess.run(spec, store, (open, config) -> {
        PrintWriter out = spec.commandLine().getOut();
        for (AuditEntry each : open.audit().find(filter, limit, 0).items()) {
          out.println(clean(String.format(
              Locale.ROOT,
              "%s  %-8s %-20s %-24s %s  %s",
              each.at(),
              each.outcome(),
              each.actor().name(),
              each.action(),
              each.subject() == null ? "-" : each.subject(),
              each.detail() == null ? "" : each.detail())));
        }
        out.flush();
        return ExitCode.OK;
      });
    }

    /** Returns the text without control characters, which could change what a terminal shows. */
    private static String clean(String text) {
      return text.replaceAll("\\p{Cntrl}", "?").stripTrailing();
    }
  }
}
