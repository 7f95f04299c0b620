import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

/** Lets the device create a passkey. Returns its answer as JSON; rejects when the person cancels. */
export async function makePasskey(options: object): Promise<string> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return JSON.stringify(await startRegistration({ optionsJSON }));
}

/** Lets the device sign with a passkey of this site. Returns its answer as JSON; rejects when there is none. */
export async function showPasskey(): Promise<string> {
  const answer = await fetch("/auth/session/passkey-ask", { method: "POST" });
  const optionsJSON = (await answer.json()) as PublicKeyCredentialRequestOptionsJSON;
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return JSON.stringify(await startAuthentication({ optionsJSON }));
}
