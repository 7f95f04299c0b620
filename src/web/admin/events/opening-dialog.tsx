import { Form, Link } from "react-router";
import { counted } from "#kernel/romanian.ts";
import type { OpeningValues } from "#ticketing/events/opening-form.ts";
import { durations } from "#ticketing/limits.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { FieldCell, FieldRow } from "../ui/form-page.tsx";
import { openingTexts as texts } from "./opening-texts.ts";
import type { OpeningAnswer } from "./opening-view.ts";

type OpeningDialogProps = {
  id: string;
  name: string;
  values: OpeningValues;
  /** People a second who are let in from a room. */
  pace: number;
  /** Announced, on sale without an opening, or neither. */
  state: "announced" | "selling" | "none";
  answer: OpeningAnswer | undefined;
};

/** The announced hour and its waiting room, with the times of each step. */
export function OpeningDialog({ id, name, values: known, pace, state, answer }: OpeningDialogProps) {
  const values = answer?.values ?? known;
  const errors = answer?.errors ?? {};
  const closeTo = `/admin/events/${id}`;
  return (
    <AddressDialog shape="dialog" title={texts.question(name)} sub={texts.sub} closeTo={closeTo}>
      <Form method="post" className="form" preventScrollReset>
        {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
        {state === "selling" ? <Notice kind="info">{texts.stopsSale}</Notice> : null}
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
          <FieldCell span={12}>
            <Select
              label={texts.roomField}
              name="room"
              hint={texts.roomHint}
              defaultValue={values.room}
              error={errors.room}
            >
              <option value="">{texts.roomOff}</option>
              {durations.roomMinutesOffered.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {texts.roomOpens(minutes)}
                </option>
              ))}
            </Select>
          </FieldCell>
        </FieldRow>
        <p className="muted">{texts.draw(counted(Math.max(1, Math.round(pace)), texts.people))}</p>
        <div className="actions">
          <Link className={buttonClass({ look: "line" })} to={closeTo} preventScrollReset>
            {texts.cancel}
          </Link>
          {state === "announced" ? (
            <Button look="risk" type="submit" name="intent" value="withdraw" formNoValidate>
              {texts.withdraw}
            </Button>
          ) : null}
          <Button look="sun" type="submit" name="intent" value="announce">
            {texts.save}
          </Button>
        </div>
      </Form>
    </AddressDialog>
  );
}
