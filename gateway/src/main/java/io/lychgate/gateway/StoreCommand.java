package io.lychgate.gateway;

import picocli.CommandLine.Command;

/** {@code lychgate store}: lists the commands on the store. */
@Command(
    name = "store",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Commands on the store of a configuration.",
    subcommands = SetAsideCommand.class)
final class StoreCommand extends CommandGroup {}
