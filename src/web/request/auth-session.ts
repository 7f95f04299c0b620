/** Who is signed in, in the shape of the auth service; `expires_at` is in seconds. */
export type AuthUser = {
  readonly id: string;
  readonly email: string;
  readonly role: "authenticated" | "admin";
  readonly app_metadata: { readonly role: string };
  readonly user_metadata: { readonly full_name: string | null };
};
export type SessionAnswer = { readonly user: AuthUser | null; readonly expires_at: number | null };

export type AuthEvent =
  | "INITIAL_SESSION"
  | "SIGNED_IN"
  | "SIGNED_OUT"
  | "TOKEN_REFRESHED"
  | "USER_UPDATED"
  | "PASSWORD_RECOVERY"
  | "MFA_CHALLENGE_VERIFIED";

export type AuthState = {
  readonly user: AuthUser | null;
  /** True until the first session check has ended. */
  readonly loading: boolean;
  readonly isAdmin: boolean;
};

/** What the session needs of a browser. */
export type AuthWorld = {
  /**
   * Asks who is signed in, or has the session renewed, as of when the person last used the page, so many seconds ago.
   * Rejects when there is no answer, or none of use.
   */
  ask(what: "check" | "refresh", idleSeconds: number): Promise<SessionAnswer>;
  /** Tells the other tabs. */
  tell(event: AuthEvent): void;
  pause(ms: number): Promise<void>;
  /** Milliseconds. */
  now(): number;
  note(failure: unknown): void;
};

/** Renewed when less than this remains; looked at this often while the tab is seen; the first wait after a failure. */
export const refreshMargin = 90_000;
export const refreshLook = 30_000;
export const firstRetryWait = 200;

export type AuthSession = ReturnType<typeof createAuthSession>;

/**
 * What the browser knows of the session. The cookie is not for scripts: all of it is the server's word, and no right
 * follows from it here.
 */
export function createAuthSession(world: AuthWorld) {
  let state: AuthState = { user: null, loading: true, isAdmin: false };
  let expiresAt = 0;
  // when the server last said how long the session lives, and when the person last did something
  let askedAt = 0;
  let usedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;
  const listeners = new Set<(event: AuthEvent) => void>();

  function become(next: AuthState, event: AuthEvent | null, from: "here" | "another tab"): void {
    state = next;
    if (event === null) return;
    for (const listener of listeners) listener(event);
    if (from === "here" && event !== "INITIAL_SESSION") world.tell(event);
  }

  function take({ user, expires_at }: SessionAnswer, from: "here" | "another tab", isRefresh = false): void {
    expiresAt = (expires_at ?? 0) * 1000;
    askedAt = world.now();
    const event = eventOf(state, user) ?? (isRefresh && user ? "TOKEN_REFRESHED" : null);
    become({ user, loading: false, isAdmin: isAdministrator(user) }, event, from);
  }

  async function check(from: "here" | "another tab" = "here"): Promise<void> {
    try {
      take(await world.ask("check", 0), from);
    } catch (failure) {
      world.note(failure);
      // who cannot be looked up is nobody's administrator
      become({ ...state, loading: false, isAdmin: false }, null, from);
    }
  }

  async function renew(): Promise<void> {
    for (let wait = firstRetryWait; ; wait *= 2) {
      try {
        return take(await world.ask("refresh", Math.round((world.now() - usedAt) / 1000)), "here", true);
      } catch (failure) {
        world.note(failure);
        if (world.now() + wait > expiresAt) return;
        await world.pause(wait);
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
    /** Nobody is signed in: the page was made for a visitor, and nothing needs to be asked. */
    isVisitor: () => take({ user: null, expires_at: null }, "here"),
    /** Another tab saw this. The session is one for all tabs, so it is asked for anew. */
    hear: () => check("another tab"),
    /** Something that only this page knows of: a link of a letter was opened, a second factor was right. */
    announce: (event: "PASSWORD_RECOVERY" | "MFA_CHALLENGE_VERIFIED") => become(state, event, "here"),
    /** The person did something on the page: pressed, typed, scrolled. */
    wasUsed(): void {
      usedAt = world.now();
    },
    /**
     * Renews the session when it is close to its end and somebody has used the page since it was last asked about: a
     * page that only lies open lets it end (D8). Several callers share one renewal.
     */
    async refreshIfDue(): Promise<void> {
      if (!state.user || expiresAt - world.now() >= refreshMargin || usedAt < askedAt) return;
      refreshing ??= renew().finally(() => {
        refreshing = undefined;
      });
      await refreshing;
    },
  };
}

function eventOf(before: AuthState, user: AuthUser | null): AuthEvent | null {
  if (before.loading) return "INITIAL_SESSION";
  if (before.user?.id !== user?.id) return user ? "SIGNED_IN" : "SIGNED_OUT";
  if (!user || !before.user) return null;
  if (isAdministrator(before.user) !== isAdministrator(user)) return "TOKEN_REFRESHED";
  return JSON.stringify(before.user) === JSON.stringify(user) ? null : "USER_UPDATED";
}

/** Any of the places where the auth service says it; each is written by the server alone. */
export function isAdministrator(user: Pick<AuthUser, "role" | "app_metadata"> | null): boolean {
  return user?.role === "admin" || user?.app_metadata.role === "admin";
}
