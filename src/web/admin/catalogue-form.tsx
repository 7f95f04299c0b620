import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";
import { Notice } from "#web/ui/notice.tsx";
import { ConflictCard, type ConflictView } from "./ui/conflict-card.tsx";
import { Card, FormPage } from "./ui/form-page.tsx";
import { SaveBar } from "./ui/save-bar.tsx";
import { useCheckedSubmit } from "./ui/use-checked-submit.ts";
import { useKeptBeforePreview } from "./use-kept-before-preview.ts";

/** The version and the values that a form was opened with; the form sends them back. */
export type OpenedForm = { readonly version: string; readonly opened: string };

/** The answer to a save that failed. */
export type CatalogueAnswer<Field extends string> = {
  errors: Partial<Record<Field, string>>;
  notice: string | null;
  conflict: ConflictView | null;
  /**
   * The version that the form was opened with. It stays, so that the next save does not overwrite another person's
   * save unseen.
   */
  based: OpenedForm | null;
};

type CatalogueFormProps<Field extends string> = {
  name: string;
  /** The row in the database, with its values as the form writes them; null for a new one. */
  saved: { readonly id: string; readonly version: number; readonly values: Record<string, string> } | null;
  answer: CatalogueAnswer<Field> | undefined;
  /** Returns the sentence for each wrong field, by the server's rules. */
  check: (form: FormData) => Partial<Record<Field, string>>;
  labels: Readonly<Record<Field, string>>;
  save: string;
  cancelTo: string;
  preview?: { readonly to: string; readonly label: string };
  fields: (errors: Partial<Record<Field, string>>) => ReactNode;
  side: (errors: Partial<Record<Field, string>>) => ReactNode;
  /** Fields that need the whole width, below the others. */
  below?: (errors: Partial<Record<Field, string>>) => ReactNode;
  /** Whether the form may carry files. */
  files?: true;
  /** Other forms beside a saved row: its picture, its switches. */
  children?: ReactNode;
};

/**
 * The page of one night, artist or ticket type: its form, and its present state beside the form. After another
 * person's save it shows both versions. The bar at the bottom names unsaved and wrong fields.
 */
export function CatalogueForm<Field extends string>({
  name,
  saved,
  answer,
  check,
  labels,
  save,
  cancelTo,
  preview,
  fields,
  side,
  below,
  files,
  children,
}: CatalogueFormProps<Field>) {
  const { pathname } = useLocation();
  const { form, errors, onSubmit, onInput } = useCheckedSubmit<Field>(answer?.errors ?? noErrors, check);
  const { keep, standing } = useKeptBeforePreview(preview?.to);
  const based = saved
    ? (answer?.based ?? { version: String(saved.version), opened: JSON.stringify(saved.values) })
    : null;
  const wrong = (Object.keys(errors) as Field[]).map((field) => ({ name: field, label: labels[field] }));
  return (
    <>
      {answer?.conflict ? <ConflictCard view={answer.conflict} reloadTo={pathname} /> : null}
      {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
      <Form
        method="post"
        encType={files ? "multipart/form-data" : undefined}
        ref={form}
        noValidate
        onSubmit={(submit) => {
          onSubmit(submit);
          if (!submit.isDefaultPrevented()) keep(submit);
        }}
        onInput={onInput}
        key={`${saved ? `${saved.id} ${based?.version}` : "new"} ${standing}`}
        aria-label={name}
      >
        {based ? (
          <>
            <input type="hidden" name="version" value={based.version} />
            <input type="hidden" name="opened" value={based.opened} />
          </>
        ) : null}
        <FormPage side={side(errors)}>
          <Card>{fields(errors)}</Card>
        </FormPage>
        {below ? <div className="form-below">{below(errors)}</div> : null}
        <SaveBar save={save} cancelTo={cancelTo} wrong={wrong} preview={preview} />
      </Form>
      {saved ? children : null}
    </>
  );
}

const noErrors = {};
