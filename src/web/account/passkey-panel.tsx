import { useEffect } from "react";
import { toast } from "react-hot-toast/headless";
import { Form, useSubmit } from "react-router";
import { makePasskey } from "#web/sign-in/browser-passkey.ts";
import { Button } from "#web/ui/button.tsx";
import { InstantText } from "#web/ui/date-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { securityTexts } from "./security-texts.ts";

type PasskeyView = { id: string; name: string; createdAt: string; usedAt: string | null };

export type PasskeyPanelProps = {
  passkeys: PasskeyView[];
  /** The address at which passkeys work, when it is another one; null when they work here. */
  elsewhere: string | null;
  /** The browser's options for making a new passkey; null while none is being made. */
  newKey: { options: object; name: string } | null;
};

/** The person's passkeys. A new one takes two steps: the server's challenge, then the device's answer to it. */
export function PasskeyPanel({ passkeys, elsewhere, newKey }: PasskeyPanelProps) {
  const submit = useSubmit();
  const enhanced = useEnhanced();
  useEffect(() => {
    if (!newKey) return;
    makePasskey(newKey.options).then(
      (response) =>
        submit(
          { intent: "passkey-keep", name: newKey.name, response },
          { method: "post", action: "/profile/security", preventScrollReset: true },
        ),
      () => toast.error(securityTexts.passkeyGivenUp),
    );
  }, [newKey, submit]);
  return (
    <section className="settings" aria-labelledby="security-passkeys">
      <div className="settings__head">
        <h2 className="display" id="security-passkeys">
          {securityTexts.passkeys}
        </h2>
        {enhanced && elsewhere === null ? (
          <Form method="post" action="/profile/security" preventScrollReset>
            <Button type="submit" look="sand" size="small" name="intent" value="passkey-offer">
              <Icon name="passkey" /> {securityTexts.addPasskey}
            </Button>
          </Form>
        ) : null}
      </div>
      <p className="muted">
        {securityTexts.passkeysText} {elsewhere === null ? null : securityTexts.passkeysElsewhere(elsewhere)}
        {enhanced ? null : <noscript>{securityTexts.passkeysNeedScript}</noscript>}
      </p>
      {passkeys.length > 0 ? (
        <ul className="settings-rows">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <span className="settings-rows__sign">
                <Icon name="passkey" />
              </span>
              <span>
                <b>{passkey.name}</b>
                <span className="muted">
                  {securityTexts.added} <InstantText at={passkey.createdAt} />,{" "}
                  {passkey.usedAt ? (
                    <>
                      {securityTexts.used} <InstantText at={passkey.usedAt} />
                    </>
                  ) : (
                    securityTexts.neverUsed
                  )}
                </span>
              </span>
              <Form method="post" action="/profile/security" preventScrollReset>
                <input type="hidden" name="passkey_id" value={passkey.id} />
                <Button
                  type="submit"
                  look="quiet"
                  size="small"
                  name="intent"
                  value="passkey-remove"
                  aria-label={securityTexts.removePasskeyNamed(passkey.name)}
                >
                  {securityTexts.removePasskey}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
