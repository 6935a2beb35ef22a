/**
 * The {@code sotto} command. {@link org.sotto.bench.Sotto} is its entry; one class a subcommand
 * stands here, and what it does stands below: {@link org.sotto.bench.cost} measures operations,
 * {@link org.sotto.bench.party} runs parties as processes and talks to them as a client, {@link
 * org.sotto.bench.codec} holds the codec's benchmarks, {@link org.sotto.bench.baseline} the layouts
 * that Sotto is compared with, {@link org.sotto.bench.iris} template files and {@link
 * org.sotto.bench.output} text, JSON and CSV.
 */
@NullMarked
package org.sotto.bench;

import org.jspecify.annotations.NullMarked;
