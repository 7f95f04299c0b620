/** The signed-in person, in the shape of the auth service. */
export type SignedInUser = {
  readonly id: string;
  readonly email: string;
  readonly role: "authenticated" | "admin";
  readonly app_metadata: { readonly role: string };
  readonly user_metadata: { readonly full_name: string | null };
};
export type SessionAnswer = { readonly user: SignedInUser | null; readonly expires_at: number | null };

export type AuthEvent =
  | "INITIAL_SESSION"
  | "SIGNED_IN"
  | "SIGNED_OUT"
  | "TOKEN_REFRESHED"
  | "USER_UPDATED"
  | "PASSWORD_RECOVERY"
  | "MFA_CHALLENGE_VERIFIED";

export type AuthState = {
  readonly user: SignedInUser | null;
  /** True until the first session check has ended. */
  readonly loading: boolean;
  readonly isAdmin: boolean;
};

/** The browser's functions that the session needs. */
export type AuthEnvironment = {
  /** Checks who is signed in, or renews the session; `idleSeconds`: unused for so long. Rejects without an answer. */
  ask(what: "check" | "refresh", idleSeconds: number): Promise<SessionAnswer>;
  /** Tells the other tabs. */
  broadcast(event: AuthEvent): void;
  pause(ms: number): Promise<void>;
  /** Milliseconds. */
  now(): number;
  note(failure: unknown): void;
};

/** Milliseconds: renewed below this remaining time; between checks in a visible tab; first wait after a failure. */
export const refreshMargin = 90_000;
export const refreshLook = 30_000;
export const firstRetryWait = 200;

/** What the browser knows about its session, told by the server: scripts cannot read the cookie. It gives no rights. */
export function createAuthSession(environment: AuthEnvironment) {
  let state: AuthState = { user: null, loading: true, isAdmin: false };
  let expiresAt = 0;
  // the time of the server's last answer about the session, and of the person's last use of the page
  let answeredAt = 0;
  let usedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;
  const listeners = new Set<(event: AuthEvent) => void>();

  function setState(next: AuthState, event: AuthEvent | null, from: "here" | "another tab"): void {
    state = next;
    if (event === null) return;
    for (const listener of listeners) listener(event);
    if (from === "here" && event !== "INITIAL_SESSION") environment.broadcast(event);
  }

  function applyAnswer(
    { user, expires_at }: SessionAnswer,
    from: "here" | "another tab",
    isRefresh = false,
  ): void {
    expiresAt = (expires_at ?? 0) * 1000;
    answeredAt = environment.now();
    const event = eventOf(state, user) ?? (isRefresh && user ? "TOKEN_REFRESHED" : null);
    setState({ user, loading: false, isAdmin: isAdministrator(user) }, event, from);
  }

  async function check(from: "here" | "another tab" = "here"): Promise<void> {
    try {
      applyAnswer(await environment.ask("check", 0), from);
    } catch (failure) {
      environment.note(failure);
      // a person who could not be checked counts as no administrator
      setState({ ...state, loading: false, isAdmin: false }, null, from);
    }
  }

  async function renew(): Promise<void> {
    for (let wait = firstRetryWait; ; wait *= 2) {
      try {
        return applyAnswer(
          await environment.ask("refresh", Math.round((environment.now() - usedAt) / 1000)),
          "here",
          true,
        );
      } catch (failure) {
        environment.note(failure);
        if (environment.now() + wait > expiresAt) return;
        await environment.pause(wait);
      }
    }
  }

  return {
    state: () => state,
    subscribe(listener: (event: AuthEvent) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check,
    /** For a page that was made for an anonymous visitor; it needs no request. */
    isVisitor: () => applyAnswer({ user: null, expires_at: null }, "here"),
    /** Another tab reported a change. All tabs share the session, so it is checked again. */
    otherTabChanged: () => check("another tab"),
    /** Announces an event that only this page knows: a reset link was opened, or a second factor was right. */
    announce: (event: "PASSWORD_RECOVERY" | "MFA_CHALLENGE_VERIFIED") => setState(state, event, "here"),
    /** Called when the person clicks, types or scrolls. */
    wasUsed(): void {
      usedAt = environment.now();
    },
    /** Renews the session when it ends soon and the page was used since the last answer, once for all callers. */
    async refreshIfDue(): Promise<void> {
      if (!state.user || expiresAt - environment.now() >= refreshMargin || usedAt < answeredAt) return;
      refreshing ??= renew().finally(() => {
        refreshing = undefined;
      });
      await refreshing;
    },
  };
}

function eventOf(before: AuthState, user: SignedInUser | null): AuthEvent | null {
  if (before.loading) return "INITIAL_SESSION";
  if (before.user?.id !== user?.id) return user ? "SIGNED_IN" : "SIGNED_OUT";
  if (!user || !before.user) return null;
  if (isAdministrator(before.user) !== isAdministrator(user)) return "TOKEN_REFRESHED";
  return JSON.stringify(before.user) === JSON.stringify(user) ? null : "USER_UPDATED";
}

/** Whether the person is an administrator, by any field where the auth service, and nobody else, states it. */
export function isAdministrator(user: Pick<SignedInUser, "role" | "app_metadata"> | null): boolean {
  return user?.role === "admin" || user?.app_metadata.role === "admin";
}
