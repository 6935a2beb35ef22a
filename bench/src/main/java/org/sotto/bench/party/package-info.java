/** Parties as processes: their file, the jobs that a client sends them, and both ends of that. */
@NullMarked
package org.sotto.bench.party;

import org.jspecify.annotations.NullMarked;
