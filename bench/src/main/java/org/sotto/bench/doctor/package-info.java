/**
 * What must hold before a party can run: {@link org.sotto.bench.doctor.Doctor} looks at its port,
 * its peers' names and ports, its certificate and its host, and makes a {@link
 * org.sotto.bench.doctor.Finding} of each, which says what to do.
 */
@NullMarked
package org.sotto.bench.doctor;

import org.jspecify.annotations.NullMarked;
