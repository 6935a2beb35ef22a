package org.sotto.bench;

import picocli.CommandLine.Command;

/** Speed, beside yardsticks measured in the same run. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Benchmarks, each beside a yardstick of the same run.",
    subcommands = {CodecBenchCommand.class, NetBenchCommand.class, MpcBenchCommand.class})
final class BenchCommand {}
