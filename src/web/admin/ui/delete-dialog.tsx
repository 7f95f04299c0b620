import type { ReactNode } from "react";
import { Form } from "react-router";
import { ActLink, Submit } from "./act-buttons.tsx";
import { AddressDialog } from "./address-dialog.tsx";
import type { OfficeIconName } from "./office-icon.tsx";
import { officeTexts } from "./office-texts.ts";

type DeleteDialogProps = {
  question: string;
  closeTo: string;
  /** The word on the button: what is really done. Null where nothing can be done. */
  act: string | null;
  icon?: OfficeIconName;
  /** What is deleted and what stays. */
  children: ReactNode;
};

/** The question before something is deleted, or done that is as hard to take back. The form goes to the address that shows the question. */
export function DeleteDialog({ question, closeTo, act, icon = "trash", children }: DeleteDialogProps) {
  return (
    <AddressDialog
      shape="dialog"
      title={question}
      closeTo={closeTo}
      actions={
        <>
          <ActLink
            to={closeTo}
            preventScrollReset
            label={act === null ? officeTexts.close : officeTexts.cancel}
          />
          {act === null ? null : (
            <Form method="post">
              <Submit look="risk-full" icon={icon} label={act} />
            </Form>
          )}
        </>
      }
    >
      <p>{children}</p>
    </AddressDialog>
  );
}
