import { Form } from "react-router";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { ActLink, Submit } from "../ui/act-buttons.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { TextArea } from "../ui/text-area.tsx";
import type { InvitationValues } from "./purchase-list-view.ts";
import { purchaseTexts as texts } from "./purchase-texts.ts";

type InvitationDialogProps = {
  view: { gifts: readonly { value: string; label: string }[]; invitationKey: string };
  closeTo: string;
  answer?: { values: InvitationValues; error: string } | undefined;
};

/** Free tickets for a person with or without an account, with the reason. */
export function InvitationDialog({ view, closeTo, answer }: InvitationDialogProps) {
  const values = answer?.values ?? {
    email: "",
    name: "",
    ticket: "",
    quantity: "1",
    because: "",
    key: view.invitationKey,
  };
  return (
    <AddressDialog shape="dialog" title={texts.inviteTitle} sub={texts.inviteSub} closeTo={closeTo}>
      <Form method="post" className="form" preventScrollReset>
        <input type="hidden" name="intent" value="invite" />
        <input type="hidden" name="key" value={values.key} />
        {answer ? <Notice kind="bad">{answer.error}</Notice> : null}
        <TextInput
          label={<Required>{texts.guest}</Required>}
          name="email"
          type="email"
          defaultValue={values.email}
          hint={texts.guestHint}
          required
        />
        <TextInput
          label={<Optional>{texts.guestName}</Optional>}
          name="name"
          autoComplete="off"
          defaultValue={values.name}
          hint={texts.guestNameHint}
        />
        <Select
          label={<Required>{texts.columns.type}</Required>}
          name="ticket"
          defaultValue={values.ticket}
          required
        >
          <option value="" />
          {view.gifts.map((gift) => (
            <option key={gift.value} value={gift.value}>
              {gift.label}
            </option>
          ))}
        </Select>
        <TextInput
          label={<Required>{texts.quantity}</Required>}
          name="quantity"
          inputMode="numeric"
          defaultValue={values.quantity}
          required
        />
        <TextArea
          label={<Required>{texts.because}</Required>}
          name="because"
          rows={2}
          defaultValue={values.because}
          hint={texts.becauseHint}
          maxLength={500}
          required
        />
        <div className="actions">
          <ActLink to={closeTo} preventScrollReset label={texts.cancel} />
          <Submit look="sun" label={texts.give} />
        </div>
      </Form>
    </AddressDialog>
  );
}
