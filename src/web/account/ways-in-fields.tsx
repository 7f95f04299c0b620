import type { listWaysIn } from "#platform/identity/factors/ways-in.server.ts";
import { InstantText } from "#web/ui/date-text.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { waysInTexts } from "./security-texts.ts";

type WaysInFieldsProps = {
  ways: WaysInView;
  /**
   * The meaning of a tick. `keep`: after a reset by email, which proves only the mailbox, unticked ways are removed.
   * `remove`: with the present password, ticked ways are removed.
   */
  tick: "keep" | "remove";
  ticked?: readonly string[];
  stopsFactor?: boolean;
  codeError?: string | null;
};

/** The other ways to sign in, beside the fields of a new password; nothing when there are none. */
export function WaysInFields({
  ways: { passkeys, identities, hasFactor },
  tick,
  ticked = [],
  stopsFactor = false,
  codeError = null,
}: WaysInFieldsProps) {
  const keeps = tick === "keep";
  const rows = [
    ...passkeys.map(({ name, ...way }) => ({
      ...way,
      label: keeps ? waysInTexts.keepPasskey(name) : waysInTexts.removePasskey(name),
    })),
    ...identities.map(({ provider, ...way }) => ({
      ...way,
      label: keeps ? waysInTexts.keepIdentity(provider) : waysInTexts.removeIdentity(provider),
    })),
  ];
  if (rows.length === 0 && !hasFactor) return null;
  return (
    <fieldset className="ways-in">
      <legend>{keeps ? waysInTexts.keepTitle : waysInTexts.removeTitle}</legend>
      {rows.length > 0 ? (
        <p className="muted">{keeps ? waysInTexts.keepText : waysInTexts.removeText}</p>
      ) : null}
      {rows.map(({ id, label, createdAt }) => (
        <label className="checkbox" key={id}>
          <input type="checkbox" name="way" value={id} defaultChecked={ticked.includes(id)} />
          <span>
            {label}
            <span className="muted">
              {waysInTexts.added} <InstantText at={createdAt} />
            </span>
          </span>
        </label>
      ))}
      {hasFactor ? (
        <>
          {keeps ? <p className="muted">{waysInTexts.factorStays}</p> : null}
          <label className="checkbox">
            <input type="checkbox" name="stop_factor" value="1" defaultChecked={stopsFactor} />
            <span>{waysInTexts.stopFactor}</span>
          </label>
          {keeps ? (
            <TextInput
              label={waysInTexts.factorCode}
              name="factor_code"
              hint={waysInTexts.factorCodeHint}
              autoComplete="one-time-code"
              autoCapitalize="none"
              error={codeError ?? undefined}
            />
          ) : null}
        </>
      ) : null}
    </fieldset>
  );
}

type WaysIn = Awaited<ReturnType<typeof listWaysIn>>;

/** The account's other ways to sign in, for the fields beside a new password. */
export const waysInView = ({ passkeys, identities, factorIds }: WaysIn) => ({
  passkeys: passkeys.map(({ id, name, createdAt }) => ({ id, name, createdAt: createdAt.toISOString() })),
  identities: identities.map(({ createdAt, ...way }) => ({ ...way, createdAt: createdAt.toISOString() })),
  hasFactor: factorIds.length > 0,
});

export type WaysInView = ReturnType<typeof waysInView>;
