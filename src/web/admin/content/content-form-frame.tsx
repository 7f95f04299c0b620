import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { ContentKey } from "#ticketing/content/content-keys.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { SaveBar } from "../ui/save-bar.tsx";
import { type ContentAnswer, type ContentState, wrongFields } from "./content-screen-view.ts";
import { contentTexts } from "./content-texts.ts";
import type { useContentForm } from "./use-content-form.tsx";

type ContentFormFrameProps<Field extends keyof typeof contentTexts.labels> = {
  state: ContentState;
  keys: readonly ContentKey[];
  answer: ContentAnswer<Field> | undefined;
  contentForm: Pick<ReturnType<typeof useContentForm<Field>>, "errors" | "onInput">;
  cancelTo: string;
  /** Draws the fields when they depend on the typed text; else `children` are the fields. */
  fields?: (typed: Partial<Record<string, string>>) => ReactNode;
  children?: ReactNode;
  /** Draws the column beside the fields from the typed text. */
  side?: ((typed: Partial<Record<string, string>>) => ReactNode) | undefined;
};

/**
 * A form of the site's content: fields, preview, errors and the bar at the bottom. It also sends the versions that it
 * was opened with. After a save it starts again with nothing unsaved. Initial texts that are written meanwhile do not
 * reset it.
 */
export function ContentFormFrame<Field extends keyof typeof contentTexts.labels>(
  props: ContentFormFrameProps<Field>,
) {
  return (
    <>
      <ContentForm key={useSaves(props.answer !== undefined)} {...props} />
      {props.answer?.reentry ? <ReentryDialog view={props.answer.reentry} /> : null}
    </>
  );
}

/** Counts how often the page's form was sent and accepted. */
function useSaves(isRefused: boolean): number {
  const { state, formMethod } = useNavigation();
  const [saves, setSaves] = useState(0);
  const wasSent = useRef(false);
  useEffect(() => {
    if (formMethod === "POST") wasSent.current = true;
    if (state !== "idle" || !wasSent.current) return;
    wasSent.current = false;
    if (!isRefused) setSaves((before) => before + 1);
  }, [state, formMethod, isRefused]);
  return saves;
}

function ContentForm<Field extends keyof typeof contentTexts.labels>({
  state,
  keys,
  answer,
  contentForm,
  cancelTo,
  fields,
  children,
  side,
}: ContentFormFrameProps<Field>) {
  const form: RefObject<HTMLFormElement | null> = useFocusFirstError(answer?.errors ?? {});
  const [typed, setTyped] = useState<Partial<Record<string, string>>>({});
  const versions = answer?.versions ?? state.versions;
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      className="content-form"
      onInput={(event) => {
        contentForm.onInput((event.target as HTMLInputElement).name);
        setTyped(textFieldsOf(event.currentTarget));
      }}
    >
      {keys.map((key) => (
        <input key={key} type="hidden" name={`${key}_version`} value={versions[key] ?? 0} readOnly />
      ))}
      {answer?.failure ? <Notice kind="bad">{answer.failure}</Notice> : null}
      {answer?.conflict ? (
        <Conflict conflict={answer.conflict} values={answer.values} cancelTo={cancelTo} />
      ) : null}
      <div className={side ? "content-split" : "content-split content-split--one"}>
        <div className="content-split__fields">{fields?.(typed) ?? children}</div>
        {side ? side(typed) : null}
      </div>
      <SaveBar save={contentTexts.save} cancelTo={cancelTo} wrong={wrongFields(contentForm.errors)} />
    </Form>
  );
}

function textFieldsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/**
 * Shown when another person saved meanwhile: the saved texts beside the typed ones. Both choices keep the typed text.
 */
function Conflict<Field extends keyof typeof contentTexts.labels>({
  conflict: { keys, theirs },
  values,
  cancelTo,
}: {
  conflict: NonNullable<ContentAnswer<Field>["conflict"]>;
  values: Record<Field, string>;
  cancelTo: string;
}) {
  const labels: Record<string, string> = contentTexts.labels;
  const differing = Object.entries(theirs) as [Field, string][];
  return (
    <section className="content-conflict" aria-labelledby="conflict">
      <Notice kind="warn" title={`${contentTexts.changedMeanwhile}.`}>
        {contentTexts.changedText(keys.map((key) => contentTexts.keys[key]).join(", "))}
      </Notice>
      {differing.length > 0 ? (
        <table>
          <caption className="visually-hidden" id="conflict">
            {contentTexts.changedMeanwhile}
          </caption>
          <thead>
            <tr>
              <th />
              <th scope="col">{contentTexts.theirs}</th>
              <th scope="col">{contentTexts.yours}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map(([field, text]) => (
              <tr key={field}>
                <th scope="row">{labels[field]}</th>
                <td>{text || "–"}</td>
                <td>{values[field] || "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <ActLink size="small" to={cancelTo} reloadDocument label={contentTexts.takeTheirs} />
    </section>
  );
}
