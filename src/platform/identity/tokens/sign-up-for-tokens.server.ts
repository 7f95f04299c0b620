import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { type RegisterRefusal, type Registration, signUp } from "../accounts/register-account.server.ts";
import type { LoginRefusal } from "../sessions/login.server.ts";
import { type AccountFacts, type AuthUser, authUser } from "./auth-user.ts";
import { grantByPassword } from "./grant-tokens.server.ts";
import type { TokenService } from "./token-service.server.ts";
import type { GrantedSession, SessionOrigin } from "./token-session.server.ts";

type SignedUp = { readonly user: AuthUser } | { readonly session: GrantedSession };

/**
 * Sign-up for a client with tokens. While emails are on, no session opens before the address is confirmed, and the
 * answer is built from the request alone, so a known address gets the same. While emails are off, the session opens
 * at once.
 */
export async function signUpForTokens(
  tokens: TokenService,
  registration: Registration,
  origin: SessionOrigin,
): Promise<Outcome<SignedUp, RegisterRefusal | LoginRefusal>> {
  const made = await signUp(tokens, { ...registration, address: origin.address });
  if (!made.ok) return made;
  const { email, password, fullName, phone } = registration;
  if (!(await tokens.callbacks.lettersOn())) {
    const session = await grantByPassword(tokens, { email, password, ...origin });
    return session.ok ? done({ session: session.value }) : refused(session.refusal);
  }
  const now = new Date();
  const { userId } = made.value;
  const facts: AccountFacts = {
    id: userId,
    email,
    fullName,
    phone,
    role: "user",
    createdAt: now,
    updatedAt: now,
    confirmedAt: null,
    lastSignInAt: null,
    factors: [],
    identities: [
      {
        id: newId(),
        provider: "credential",
        subject: userId,
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      },
    ],
  };
  return done({ user: authUser(facts, { aal: "aal1" }) });
}
