/** The person who is signed in, in the shape of the auth service; `expires_at` is in seconds. */
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

/** What the session needs of a browser. */
export type AuthEnvironment = {
  /**
   * Checks who is signed in, or renews the session, as of when the person last used the page, so many seconds ago.
   * Rejects when there is no usable answer.
   */
  ask(what: "check" | "refresh", idleSeconds: number): Promise<SessionAnswer>;
  /** Tells the other tabs. */
  broadcast(event: AuthEvent): void;
  pause(ms: number): Promise<void>;
  /** Milliseconds. */
  now(): number;
  note(failure: unknown): void;
};

/** Renewed when less than this remains; checked this often while the tab is visible; the first wait after a failure. */
export const refreshMargin = 90_000;
export const refreshLook = 30_000;
export const firstRetryWait = 200;

/**
 * What the browser knows of the session. Scripts cannot read the cookie: all of it comes from the server, and gives no
 * right here.
 */
export function createAuthSession(world: AuthEnvironment) {
  let state: AuthState = { user: null, loading: true, isAdmin: false };
  let expiresAt = 0;
  // when the server last answered how long the session lives, and when the person last used the page
  let askedAt = 0;
  let usedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;
  const listeners = new Set<(event: AuthEvent) => void>();

  function become(next: AuthState, event: AuthEvent | null, from: "here" | "another tab"): void {
    state = next;
    if (event === null) return;
    for (const listener of listeners) listener(event);
    if (from === "here" && event !== "INITIAL_SESSION") world.broadcast(event);
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
      // a person who cannot be looked up is no administrator
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
    /** Nobody is signed in: the page was made for a visitor, and needs no request. */
    isVisitor: () => take({ user: null, expires_at: null }, "here"),
    /** Another tab saw a change. All tabs have the same session, so it is checked again. */
    otherTabChanged: () => check("another tab"),
    /** An event that only this page knows: the link of an email was opened, a second factor was right. */
    announce: (event: "PASSWORD_RECOVERY" | "MFA_CHALLENGE_VERIFIED") => become(state, event, "here"),
    /** The person used the page: clicked, typed, scrolled. */
    wasUsed(): void {
      usedAt = world.now();
    },
    /**
     * Renews the session when it is close to its end and the person has used the page since the last check: a page that
     * only lies open lets it end. Several callers share one renewal.
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

function eventOf(before: AuthState, user: SignedInUser | null): AuthEvent | null {
  if (before.loading) return "INITIAL_SESSION";
  if (before.user?.id !== user?.id) return user ? "SIGNED_IN" : "SIGNED_OUT";
  if (!user || !before.user) return null;
  if (isAdministrator(before.user) !== isAdministrator(user)) return "TOKEN_REFRESHED";
  return JSON.stringify(before.user) === JSON.stringify(user) ? null : "USER_UPDATED";
}

/** Any of the places where the auth service states the role; only the server writes each. */
export function isAdministrator(user: Pick<SignedInUser, "role" | "app_metadata"> | null): boolean {
  return user?.role === "admin" || user?.app_metadata.role === "admin";
}
