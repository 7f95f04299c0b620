import { data } from "react-router";
import type { Outcome } from "#kernel/outcome.ts";
import type { ContentProblem } from "#ticketing/content/content-form.ts";
import { type ContentKey, contentKeys } from "#ticketing/content/content-keys.ts";
import { type EditableContent, readEditableContent } from "#ticketing/content/content-queries.server.ts";
import { saveContent } from "#ticketing/content/save-content.server.ts";
import { wouldChangeClub } from "#ticketing/delivery/club-queries.server.ts";
import { describePicture } from "#ticketing/pictures/describe-picture.server.ts";
import { findPicture } from "#ticketing/pictures/picture-queries.server.ts";
import { passwordAgain, type RouteArgs } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { administratorContext } from "../administrator.server.ts";
import { uploadedPicture } from "../pictures/placed-picture.server.ts";
import { redirectWithMessage } from "../posted-form.server.ts";
import { type ContentAnswer, contentSentences } from "./content-screen-view.ts";
import { contentTexts } from "./content-texts.ts";

type Texts = Partial<Record<ContentKey, Readonly<Record<string, unknown>>>>;

type SaveRequest<Field extends string, Key extends ContentKey> = {
  readonly form: FormData;
  readonly keys: readonly Key[];
  /** The field with a picture, if the form has one. */
  readonly picture?: Field;
  readonly read: (values: Record<Field, string>) => Outcome<Texts, Partial<Record<Field, ContentProblem>>>;
  /** Returns the saved texts as the fields of the form, for a person whose save came too late. */
  readonly fieldsIn: (written: ReadonlyMap<ContentKey, EditableContent>) => Record<Field, string>;
  readonly path: string;
};

const mostTyped = 100_000;

/** The action of the forms of the site's content: saves all texts together, or returns them typed, with the reason. */
export async function saveTexts<Field extends string, Key extends ContentKey>(
  args: RouteArgs,
  { form, keys, picture: pictureField, read, fieldsIn, path }: SaveRequest<Field, Key>,
) {
  const site = args.context.get(siteContext);
  const actor = args.context.get(administratorContext);
  const typedText = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, mostTyped) : "";
  };
  const fields = Object.keys(fieldsIn(new Map()));
  const values = Object.fromEntries(fields.map((field) => [field, typedText(field)])) as Record<
    Field,
    string
  >;
  const versions = Object.fromEntries(keys.map((key) => [key, Number(typedText(`${key}_version`)) || 0]));
  const pictureUrl = pictureField && values[pictureField];
  const pictureError = (sentence: string) =>
    ({ [pictureField ?? ""]: sentence }) as Partial<Record<Field, string>>;
  const answer = async (status: number, more: Partial<ContentAnswer<Field>>) => {
    // when the database fails, the typed text must stay
    const picture = pictureUrl
      ? await site.database.readAs(actor, (sql) => findPicture(sql, pictureUrl)).catch(() => undefined)
      : undefined;
    const preview = picture && pictureUrl ? uploadedPicture(pictureUrl, picture) : null;
    return data<ContentAnswer<Field>>(
      { values, errors: {}, conflict: null, versions, failure: null, picture: preview, ...more },
      { status },
    );
  };

  const pictureProblem = pictureField && typedText(`${pictureField}_problem`);
  if (pictureProblem) return answer(422, { errors: pictureError(pictureProblem) });
  const parsed = read(values);
  if (!parsed.ok) return answer(422, { errors: contentSentences(parsed.refusal) });
  const noteFailure = (error: unknown) => {
    site.log.error({ error: String(error) }, "the texts of the site could not be saved");
    return null;
  };
  const changesClub = await site.database
    .readAs(actor, (sql) => wouldChangeClub(sql, parsed.value))
    .catch(noteFailure);
  if (changesClub === null) return answer(500, { failure: contentTexts.saveFailed });
  if (changesClub) {
    const proven = await passwordAgain(args, "save-content", form, contentTexts.changingClub);
    if (!proven.ok) return answer(proven.refusal.init?.status ?? 403, proven.refusal.data);
  }
  const texts = keys.flatMap((key) => {
    const content = parsed.value[key];
    return content ? [{ key, content, version: versions[key] ?? 0 }] : [];
  });
  const saved = await saveContent(site, { actor, texts }).catch(noteFailure);
  if (saved === null) return answer(500, { failure: contentTexts.saveFailed });
  if (saved.ok) {
    if (pictureUrl)
      await describePicture(site, {
        actor,
        url: pictureUrl,
        altText: typedText(`${pictureField}_alt`),
        hasTitle: false,
      });
    return redirectWithMessage(site, path, "success", contentTexts.saved);
  }
  switch (saved.refusal.reason) {
    case "not_allowed":
      return answer(403, { failure: contentTexts.noPermission });
    case "unknown_picture":
      return answer(422, { errors: pictureError(contentTexts.unknownPicture) });
    case "changed_meanwhile": {
      const contents = await site.database.readAs(actor, (sql) => readEditableContent(sql, contentKeys));
      return answer(409, {
        conflict: { keys: [...saved.refusal.keys], theirs: differing(fieldsIn(contents), values) },
        versions: versionsOf(contents, keys),
      });
    }
  }
}

/** The versions of these keys; 0 for a key that nobody has written. */
export function versionsOf(
  contents: ReadonlyMap<ContentKey, EditableContent>,
  keys: readonly ContentKey[],
): Partial<Record<ContentKey, number>> {
  return Object.fromEntries(keys.map((key) => [key, contents.get(key)?.version ?? 0]));
}

function differing<Field extends string>(
  theirs: Record<Field, string>,
  yours: Record<Field, string>,
): Partial<Record<Field, string>> {
  const lines = (text: string) => text.replace(/\r\n?/g, "\n");
  return Object.fromEntries(
    (Object.keys(theirs) as Field[])
      .filter((field) => lines(theirs[field]) !== lines(yours[field]))
      .map((field) => [field, theirs[field]]),
  ) as Partial<Record<Field, string>>;
}
