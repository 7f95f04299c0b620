/** The error of a call. `status` is 0 when no answer came. */
export type AuthError = { readonly message: string; readonly status: number; readonly code: string | null };

/** The answer to a call of the auth context: the next page, or an error and the form's new content. */
export type CallAnswer<View> =
  | { readonly error: null; readonly next: string }
  | { readonly error: AuthError; readonly view?: View };

/** Before attempt N the wait is N times `registrationWait`, in milliseconds. */
export const registrationAttempts = 3;
export const registrationWait = 1000;

/**
 * Sends a registration, up to three times while the server fails or no answer comes: 2 s before the second attempt, 3
 * s before the third. The form's `request_id` makes a retry harmless. `isServerIssue`: the form is not at fault.
 */
export async function sendRegistration<View>(
  form: FormData,
  pause: (ms: number) => Promise<void> = pauseFor,
): Promise<CallAnswer<View> & { readonly isServerIssue: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    if (attempt > 1) await pause(registrationWait * attempt);
    const answer = await send<View>("register", form);
    if (!answer.error) return { ...answer, isServerIssue: false };
    const { status, code } = answer.error;
    const mayPass = status === 500 || code === "unexpected_failure";
    if (mayPass && attempt < registrationAttempts) continue;
    return { ...answer, isServerIssue: mayPass || (status >= 500 && status < 600) };
  }
}

export const sendLogin = <View>(form: FormData) => send<View>("login", form);
export const sendReset = <View>(form: FormData) => send<View>("reset", form);
export const sendLogout = () => send<never>("logout", new FormData());

async function send<View>(
  operation: "register" | "login" | "logout" | "reset",
  form: FormData,
): Promise<CallAnswer<View>> {
  try {
    const response = await fetch(`/auth/session/${operation}`, {
      method: "POST",
      body: new URLSearchParams(form as unknown as Record<string, string>),
    });
    const text = await response.text();
    // a rate limit or a stopping server answers in plain text
    if (!response.headers.get("content-type")?.startsWith("application/json"))
      return { error: { message: text.slice(0, 200), status: response.status, code: null } };
    return JSON.parse(text) as CallAnswer<View>;
  } catch (error) {
    return { error: { message: String(error), status: 0, code: "unexpected_failure" } };
  }
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms));
}
