import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Form, useLocation, useSubmit } from "react-router";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ConflictCard, type ConflictView } from "./ui/conflict-card.tsx";
import { Card, FormPage } from "./ui/form-page.tsx";
import { SaveBar } from "./ui/save-bar.tsx";

/** The version and the values that a form was opened with; the form sends them back. */
export type OpenedForm = { readonly version: string; readonly opened: string };

export type CatalogueAnswer<Field extends string> = {
  errors: Partial<Record<Field, string>>;
  notice: string | null;
  conflict: ConflictView | null;
  /** The question for the password, in front of an act that needs it. */
  reentry?: ReentryView;
  /** The version that the form was opened with. It stays, so that no save of another person is overwritten unseen. */
  openedWith: OpenedForm | null;
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
  const openedWith = saved
    ? (answer?.openedWith ?? { version: String(saved.version), opened: JSON.stringify(saved.values) })
    : null;
  const wrong = (Object.keys(errors) as Field[]).map((field) => ({ name: field, label: labels[field] }));
  return (
    <>
      {answer?.conflict ? <ConflictCard view={answer.conflict} reloadTo={pathname} /> : null}
      {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
      {answer?.reentry ? <ReentryDialog view={answer.reentry} /> : null}
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
        key={`${saved ? `${saved.id} ${openedWith?.version}` : "new"} ${standing}`}
        aria-label={name}
      >
        {openedWith ? (
          <>
            <input type="hidden" name="version" value={openedWith.version} />
            <input type="hidden" name="opened" value={openedWith.opened} />
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

type Sentences<Field extends string> = Partial<Record<Field, string>>;

/**
 * Checks a form with the server's own rules before it is sent, so that a mistake is shown at once; the server checks
 * it again. Puts the cursor into the first wrong field. While a wrong field is corrected, its sentence follows the
 * rules. A sentence that only the server can give disappears with the first change of its field.
 */
function useCheckedSubmit<Field extends string>(
  fromServer: Sentences<Field>,
  read: (form: FormData) => Sentences<Field>,
) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState(fromServer);
  const [lastFromServer, setLastFromServer] = useState(fromServer);
  if (lastFromServer !== fromServer) {
    setLastFromServer(fromServer);
    setErrors(fromServer);
  }
  const isCorrecting = useRef(false);
  const signature = JSON.stringify(errors);
  useEffect(() => {
    const wasCorrecting = isCorrecting.current;
    isCorrecting.current = false;
    if (signature === "{}" || wasCorrecting) return;
    const first = form.current?.querySelector("[aria-invalid]");
    if (first instanceof HTMLElement) first.focus();
  }, [signature]);
  return {
    form,
    errors,
    onSubmit(submit: FormEvent<HTMLFormElement>) {
      const wrongFields = read(new FormData(submit.currentTarget));
      setErrors(wrongFields);
      if (Object.keys(wrongFields).length > 0) submit.preventDefault();
    },
    onInput(input: FormEvent<HTMLFormElement>) {
      const { name } = input.target as HTMLInputElement;
      if (!(name in errors)) return;
      const { [name as Field]: _, ...others } = errors;
      const sentence = read(new FormData(input.currentTarget))[name as Field];
      isCorrecting.current = true;
      setErrors((sentence === undefined ? others : { ...others, [name]: sentence }) as Sentences<Field>);
    },
  };
}

type Typed = readonly (readonly [name: string, value: string])[];

/**
 * Keeps the typed form in the browser's history when it is sent to its preview. When the person goes back, the form
 * is sent to its own address once more, like the preview's button does, so that it shows everything as it was typed.
 * Until that answer comes, `standing` is "returning".
 */
function useKeptBeforePreview(previewTo: string | undefined) {
  const { state, pathname } = useLocation();
  const submit = useSubmit();
  const previewed: Typed | undefined = state?.previewed;
  useEffect(() => {
    if (!previewed) return;
    const typed = new FormData();
    for (const [name, value] of [...previewed, ["intent", "edit"] as const]) typed.append(name, value);
    void submit(typed, { method: "post", action: pathname, encType: "multipart/form-data", replace: true });
  }, [previewed, pathname, submit]);
  return {
    standing: previewed ? "returning" : "here",
    keep({ currentTarget, nativeEvent }: FormEvent<HTMLFormElement>) {
      const { submitter } = nativeEvent as SubmitEvent;
      if (!previewTo || submitter?.getAttribute("formaction") !== previewTo) return;
      const typed = [...new FormData(currentTarget)].filter(([, value]) => typeof value === "string");
      // the router keeps its own entries beside `usr`
      history.replaceState({ ...history.state, usr: { ...history.state?.usr, previewed: typed } }, "");
    },
  };
}
