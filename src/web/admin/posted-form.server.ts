import { data, type RouterContextProvider } from "react-router";
import { isUuid, type Uuid } from "#kernel/id.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import type { Flash } from "#web/ui/toast-region.tsx";

export type PostedForm = {
  /** Returns the value of a field; "" when it was not sent. */
  text(name: string): string;
  /** Returns all values of a field that may be repeated. */
  all(name: string): string[];
};

/**
 * Reads a form of the back-office that has exactly these fields. Any other field is refused with 400, so that nobody
 * sets `sold`, an id or another row's `version` by adding a field. Files go to their own address.
 */
export async function postedForm(
  request: Request,
  /** The fields that come once (`one`), and those that may come several times (`many`). */
  fields: { readonly one: readonly string[]; readonly many?: readonly string[] },
): Promise<PostedForm> {
  const form = await request.formData();
  const many = fields.many ?? [];
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    const isKnown = many.includes(name) || (fields.one.includes(name) && values.length === 1);
    if (!isKnown || values.length > 300 || values.some((value) => typeof value !== "string"))
      throw data(null, { status: 400 });
  }
  // browsers send a line break as two characters
  const plain = (value: FormDataEntryValue) => String(value).replaceAll("\r\n", "\n");
  return { text: (name) => plain(form.get(name) ?? ""), all: (name) => form.getAll(name).map(plain) };
}

/** The fields of a form that is only a button. */
export const noFields = { one: [] } as const;

/** Returns the version that a form was opened with, to keep it when the form is shown again. */
export function openedForm(form: PostedForm): { version: string; opened: string } {
  return { version: form.text("version"), opened: form.text("opened") };
}

/** Returns the id in the address; throws 404 when it is no valid id. */
export function idOf(params: { readonly id?: string }): Uuid {
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  return params.id;
}

/** Returns what was read for an address; throws 404 when there is nothing. */
export function foundOr404<Value>(read: Value | undefined): Value {
  if (read === undefined) throw data(null, { status: 404 });
  return read;
}

/** Reads the form above a list: the chosen rows and their act. Throws 400 for a form that is not ours. */
export async function chosenRows<As extends string>(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  fallback: string,
  allowed: readonly As[],
) {
  const form = await postedForm(request, { one: ["as"], many: ["ids"] });
  const ids = form.all("ids").filter(isUuid);
  const as = allowed.find((one) => one === form.text("as"));
  if (!as || ids.length < form.all("ids").length) throw data(null, { status: 400 });
  /** Redirects to the list with its filters, with a sentence. */
  const back = (kind: Flash["kind"], text: string) =>
    redirectWithMessage(context.get(siteContext), backTo(request, fallback), kind, text);
  return { ids, as, back };
}

/** Returns the screen of the back-office that sent the form, so that a list keeps its filters; else `fallback`. */
export function backTo(request: Request, fallback: string): string {
  const from = request.headers.get("referer");
  if (!from || !URL.canParse(from)) return fallback;
  const { origin, pathname, search } = new URL(from);
  return origin === new URL(request.url).origin && pathname.startsWith("/admin/")
    ? pathname + search
    : fallback;
}

/** Redirects to a screen after a form, with a sentence about the result. */
export function redirectWithMessage(
  site: { readonly origin: string },
  to: string,
  kind: Flash["kind"],
  text: string,
) {
  return seeOther(to, { origin: site.origin, flash: { kind, text } });
}
