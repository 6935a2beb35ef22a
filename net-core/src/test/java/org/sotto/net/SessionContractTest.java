package org.sotto.net;

import org.junit.jupiter.api.Timeout;

/** What a session promises over every transport; one subclass a transport. */
@Timeout(20)
abstract class SessionContractTest
    implements TypedMessagesContract,
        ValueMessagesContract,
        DesyncContract,
        SymmetricSendsContract,
        SessionLifeContract,
        SessionMisuseContract {}
