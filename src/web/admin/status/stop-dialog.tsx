import { Form, Link } from "react-router";
import { grouped, nounFor } from "#kernel/romanian.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { FieldCell, FieldRow } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { stopTexts as texts } from "./stop-texts.ts";
import type { StopAnswer, StopQuestionView } from "./stops-view.ts";

type StopDialogProps = { question: StopQuestionView; answer: StopAnswer | undefined };

/** Asks for the reason before anything is stopped, and shows what it stops. */
export function StopDialog({ question, answer }: StopDialogProps) {
  const { kind, eventId, name, held, heldUntil, inLine, left } = question;
  const values = answer?.values ?? { cause: "", details: "", until: "" };
  const errors = answer?.errors ?? {};
  const closeTo = "/admin/status/stops";
  return (
    <AddressDialog
      shape="dialog"
      title={texts.questions[kind](name)}
      sub={kind === "read_only" && eventId === null ? texts.siteReadOnly : texts.explained[kind]}
      closeTo={closeTo}
    >
      <Form method="post" className="form" preventScrollReset>
        {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
        <p className="stop-facts figures">
          <span>
            <b>{grouped(held)}</b> {texts.held(heldUntil)}
          </span>
          <span>
            <b>{grouped(inLine)}</b> {nounFor(inLine, texts.inLine)}
          </span>
          <span>
            <b>{grouped(left)}</b> {texts.left}
          </span>
        </p>
        <FieldRow>
          <FieldCell span={6}>
            <Select
              label={<Required>{texts.why}</Required>}
              name="cause"
              required
              defaultValue={values.cause}
              error={errors.cause}
            >
              <option value="">{texts.whyHint}</option>
              {texts.causes.map((cause) => (
                <option key={cause}>{cause}</option>
              ))}
            </Select>
          </FieldCell>
          <FieldCell span={6}>
            <TextInput
              label={<Optional>{texts.ends}</Optional>}
              name="until"
              type="datetime-local"
              hint={texts.endsHint}
              defaultValue={values.until}
              error={errors.until}
            />
          </FieldCell>
          <FieldCell span={12}>
            <TextInput
              label={<Optional>{texts.details}</Optional>}
              name="details"
              maxLength={150}
              defaultValue={values.details}
              error={errors.details}
            />
          </FieldCell>
        </FieldRow>
        <div className="actions">
          <Link className={buttonClass({ look: "line" })} to={closeTo} preventScrollReset>
            {texts.cancel}
          </Link>
          <Button look="risk-full" type="submit">
            <OfficeIcon name="lock" /> {texts.kinds[kind]}
          </Button>
        </div>
      </Form>
    </AddressDialog>
  );
}
