import type { ReactNode } from "react";
import { Form } from "react-router";
import { ActLink, Submit } from "./act-buttons.tsx";
import { AddressDialog } from "./address-dialog.tsx";
import type { OfficeIconName } from "./office-icon.tsx";
import { officeTexts } from "./office-texts.ts";

type DeleteDialogProps = {
  question: string;
  closeTo: string;
  /** The text of the button, which names the real act; null when nothing can be done. */
  act: string | null;
  icon?: OfficeIconName;
  /** Says what is deleted and what stays. */
  children: ReactNode;
};

/**
 * The question before something is deleted or hard to undo. Its form is sent to the address that shows the question.
 */
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
