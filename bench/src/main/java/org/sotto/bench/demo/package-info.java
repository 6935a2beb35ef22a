/** The demonstration: an insert into a database of one in every layout, then a small search. */
@NullMarked
package org.sotto.bench.demo;

import org.jspecify.annotations.NullMarked;
