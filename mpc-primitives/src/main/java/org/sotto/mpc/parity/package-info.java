/**
 * The protocol that worldcoin/iris-mpc ran at its pull request 844 ("Better serialization of binary
 * values and singletons"), message for message, written anew from a description of it: ripple-carry
 * adders in 64-lane words, three-party oblivious transfer with fixed roles. It is the yardstick
 * that the codec's and the protocols' figures are compared with, not what anyone should run.
 */
@NullMarked
package org.sotto.mpc.parity;

import org.jspecify.annotations.NullMarked;
