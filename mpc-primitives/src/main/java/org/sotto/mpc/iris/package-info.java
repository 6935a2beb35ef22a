/**
 * Iris templates and their distances on shares: {@link org.sotto.mpc.iris.IrisTemplate} with its
 * seeded {@link org.sotto.mpc.iris.IrisGenerator} and plaintext {@link
 * org.sotto.mpc.iris.IrisDistance}; Shamir shares over the {@link org.sotto.mpc.iris.GaloisRing};
 * and the protocols behind one interface, {@link org.sotto.mpc.iris.IrisProtocol}.
 */
@NullMarked
package org.sotto.mpc.iris;

import org.jspecify.annotations.NullMarked;
