package io.lychgate.gateway;

import picocli.CommandLine.Command;

/** {@code lychgate} without a command: prints the list of commands. */
@Command(
    name = "lychgate",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.class,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Gateway for HTTP/1.1, HTTP/2 and HTTP/3 that knows what its visitors already have.")
final class LychgateCommand extends CommandGroup {}
