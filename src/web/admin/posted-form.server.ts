import { data, type RouterContextProvider } from "react-router";
import { isUuid, type Uuid } from "#kernel/id.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import type { Flash } from "#web/ui/toast-region.tsx";

export type PostedForm = {
  /** The one value of a field; "" when it was not sent. */
  text(name: string): string;
  /** Every value of a field that may come several times. */
  all(name: string): string[];
};

/**
 * A form of the back-office with exactly the fields it has. Any other field is refused (400): nobody sets `sold`, the
 * `version` of another row or an id by adding a field. Files go to an address of their own.
 */
export async function postedForm(
  request: Request,
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
  // a browser sends line ends as two characters
  const plain = (value: FormDataEntryValue) => String(value).replaceAll("\r\n", "\n");
  return {
    text: (name) => plain(form.get(name) ?? ""),
    all: (name) => form.getAll(name).map(plain),
  };
}

/** The version that a form was opened with, to keep it when the form is shown again. */
export function openedForm(form: PostedForm): { version: string; opened: string } {
  return { version: form.text("version"), opened: form.text("opened") };
}

/** The id in the address; anything else is not a row of ours (404). */
export function idOf(params: { readonly id?: string }): Uuid {
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  return params.id;
}

/** The form above a list: the chosen rows and what is to become of them; anything else is a form that we did not make (400). */
export async function chosenRows<As extends string>(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  usual: string,
  known: readonly As[],
) {
  const form = await postedForm(request, { one: ["as"], many: ["ids"] });
  const ids = form.all("ids").filter(isUuid);
  const as = known.find((one) => one === form.text("as"));
  if (!as || ids.length < form.all("ids").length) throw data(null, { status: 400 });
  /** Leads to the list as it was, with a sentence. */
  const back = (kind: Flash["kind"], text: string) =>
    said(context.get(siteContext), backTo(request, usual), kind, text);
  return { ids, as, back };
}

/** The screen of the back-office that a form was sent from, so that a list keeps its filters; else the usual one. */
export function backTo(request: Request, usual: string): string {
  const from = request.headers.get("referer");
  if (!from || !URL.canParse(from)) return usual;
  const { origin, pathname, search } = new URL(from);
  return origin === new URL(request.url).origin && pathname.startsWith("/admin/") ? pathname + search : usual;
}

/** Leads to a screen after a form, with a sentence about it there. */
export function said(site: { readonly origin: string }, to: string, kind: Flash["kind"], text: string) {
  return seeOther(to, { origin: site.origin, flash: { kind, text } });
}
