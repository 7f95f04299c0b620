import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import type { Who } from "#ticketing/rights/role-rights.ts";
import { openChannel } from "#web/ui/browser-facilities.ts";
import { sendLogin, sendLogout, sendRegistration, sendReset } from "./auth-calls.ts";
import { type AuthEvent, type AuthState, createAuthSession, refreshLook } from "./auth-session.ts";

export type AuthContext = AuthState & typeof operations;

const context = createContext<AuthContext | null>(null);

/** Events that only a person causes. */
const uses = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/** Events of another tab after which the session is another one. */
const sessionChanges: readonly AuthEvent[] = ["SIGNED_IN", "SIGNED_OUT", "USER_UPDATED", "TOKEN_REFRESHED"];

let channel: ReturnType<typeof openChannel>;

/** The one session of this tab. */
export const authSession = createAuthSession({
  async ask(what, idleSeconds) {
    const idle = new URLSearchParams({ idle_seconds: String(idleSeconds) });
    const response = await (what === "check"
      ? fetch("/auth/session")
      : fetch("/auth/session/refresh", { method: "POST", body: idle }));
    if (!response.ok) throw new Error(`auth/session: ${response.status}`);
    return response.json();
  },
  broadcast: (event) => channel?.postMessage(event),
  pause: (ms) => new Promise((resume) => setTimeout(resume, ms)),
  now: () => Date.now(),
  note: (failure) => performance.mark("auth-session-failed", { detail: String(failure) }),
});

const operations = {
  async login(email: string, password: string) {
    const { error } = await sendLogin(formOf({ email, password }));
    if (!error) await authSession.check();
    return { error };
  },
  async register(email: string, password: string, fullName: string, phone: string) {
    const { error, isServerIssue } = await sendRegistration(
      formOf({
        email,
        password,
        confirm_password: password,
        full_name: fullName,
        phone,
        request_id: Math.random().toString(36).slice(2),
      }),
    );
    return { error, isServerIssue };
  },
  async logout() {
    const { error } = await sendLogout();
    await authSession.check();
    return { error };
  },
  async resetPassword(email: string) {
    const { error } = await sendReset(formOf({ email }));
    return { error };
  },
};

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

type AuthProviderProps = {
  /** The role that the page was made for. An anonymous visitor's page sends no request. */
  viewer: Who;
  /** New each time the page's data was loaded again; then the session is checked again. */
  revision: unknown;
  children: ReactNode;
};

/** Knows who is signed in, keeps the session alive while the tab is visible, and stays in step with the other tabs. */
export function AuthProvider({ viewer, revision, children }: AuthProviderProps) {
  const state = useSyncExternalStore(authSession.subscribe, authSession.state, authSession.state);
  const { revalidate } = useRevalidator();

  // biome-ignore lint/correctness/useExhaustiveDependencies: newly loaded data must check the session again
  useEffect(() => {
    if (viewer === "anonymous") authSession.isVisitor();
    else void authSession.check();
  }, [viewer, revision]);

  // when the page was made for another person or role, its data is loaded again
  useEffect(
    () =>
      authSession.subscribe(() => {
        const present = authSession.state().user?.app_metadata.role ?? "anonymous";
        if (present !== viewer) void revalidate();
      }),
    [viewer, revalidate],
  );

  useEffect(() => {
    channel = openChannel("estival-auth");
    channel?.addEventListener("message", ({ data }: MessageEvent<AuthEvent>) => {
      if (sessionChanges.includes(data)) void authSession.otherTabChanged();
    });
    const refreshIfVisible = () => {
      if (document.visibilityState === "visible") void authSession.refreshIfDue();
    };
    const timer = setInterval(refreshIfVisible, refreshLook);
    for (const use of uses) document.addEventListener(use, authSession.wasUsed, { passive: true });
    document.addEventListener("visibilitychange", refreshIfVisible);
    return () => {
      clearInterval(timer);
      for (const use of uses) document.removeEventListener(use, authSession.wasUsed);
      document.removeEventListener("visibilitychange", refreshIfVisible);
      channel?.close();
      channel = undefined;
    };
  }, []);

  return <context.Provider value={{ ...state, ...operations }}>{children}</context.Provider>;
}

/** Returns the auth context of the page; throws outside of `AuthProvider`. */
export function useAuth(): AuthContext {
  const auth = useContext(context);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
