import { Form, Link } from "react-router";
import type { PublishingValues } from "#ticketing/events/publishing-form.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { FieldCell, FieldRow } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { publishingTexts as texts } from "./publishing-texts.ts";
import type { PublishingAnswer, PublishingView } from "./publishing-view.ts";

type PublishDialogProps = {
  id: string;
  name: string;
  state: PublishingView["state"];
  wasOrdered: boolean;
  values: PublishingValues;
  answer: PublishingAnswer | undefined;
};

/** A night becomes public now or at an hour, or a draft again. */
export function PublishDialog({ id, name, state, wasOrdered, values: known, answer }: PublishDialogProps) {
  const values = answer?.values ?? known;
  const errors = answer?.errors ?? {};
  const closeTo = `/admin/events/${id}`;
  const stays = state === "published" && wasOrdered;
  return (
    <AddressDialog
      shape="dialog"
      title={state === "published" ? name : texts.question(name)}
      sub={stays || state === "published" ? undefined : texts.sub}
      closeTo={closeTo}
    >
      <Form method="post" className="form" preventScrollReset>
        {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
        {stays ? (
          <p>{texts.ordered}</p>
        ) : (
          <fieldset className="publish-later">
            <legend>{texts.later}</legend>
            <FieldRow>
              <FieldCell span={6}>
                <TextInput
                  label={texts.day}
                  name="day"
                  type="date"
                  required
                  defaultValue={values.day}
                  error={errors.day}
                />
              </FieldCell>
              <FieldCell span={6}>
                <TextInput
                  label={texts.time}
                  name="time"
                  type="time"
                  required
                  defaultValue={values.time}
                  error={errors.time}
                />
              </FieldCell>
            </FieldRow>
          </fieldset>
        )}
        <div className="actions">
          <Link className={buttonClass({ look: "line" })} to={closeTo} preventScrollReset>
            {texts.cancel}
          </Link>
          {stays || state === "draft" ? null : (
            <Button look="risk" type="submit" name="intent" value="draft" formNoValidate>
              {texts.toDraft}
            </Button>
          )}
          {stays ? null : (
            <Button look="line" type="submit" name="intent" value="schedule">
              <OfficeIcon name="clock" /> {texts.schedule}
            </Button>
          )}
          {state === "published" ? null : (
            <Button look="sun" type="submit" name="intent" value="publish" formNoValidate>
              <OfficeIcon name="eye" /> {texts.now}
            </Button>
          )}
        </div>
      </Form>
    </AddressDialog>
  );
}
