import type { MouseEvent } from "react";
import { canonicalEmail } from "#kernel/email-address.ts";
import { likelyEmail } from "#kernel/email-typo.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { Button } from "#web/ui/button.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";

type MeantEmailProps = { name: string; value: string; error: string | undefined };

/** Stands below a field whose error asks whether another address was meant: writes that one into the field. */
export function MeantEmail({ name, value, error }: MeantEmailProps) {
  const meant = likelyEmail(canonicalEmail(value) ?? "");
  if (!useEnhanced() || meant === null || error !== requestTexts.emailMeant(meant)) return null;
  const write = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    const field = form?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = meant;
  };
  return (
    <Button type="button" look="line" size="small" onClick={write}>
      {requestTexts.writeMeant(meant)}
    </Button>
  );
}
