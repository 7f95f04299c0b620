import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { requestTexts } from "./request-texts.ts";

type Fields = Outcome<FormData, { readonly status: 400 | 413; readonly sentence: string }>;

/** Most bytes of the header lines above a part's content. */
const longestPartHead = 1024;

/**
 * Parses the fields of a form whose body is already in memory. The fields or parts are counted first, because parsing
 * time depends on their number.
 *
 * @param mostFields most fields or parts
 */
export async function parseForm(
  body: Buffer<ArrayBuffer>,
  { kind, mostFields }: { readonly kind: string; readonly mostFields: number },
): Promise<Fields> {
  const tooLarge = refused({ status: 413, sentence: requestTexts.formTooLarge } as const);
  const unreadable = refused({ status: 400, sentence: requestTexts.formUnreadable } as const);
  let type = kind;
  if (/^multipart/i.test(kind)) {
    const boundary = /; *boundary=("?)([\w'()+,./:=?-]{1,70})\1 *(?:;|$)/i.exec(kind)?.[2];
    if (boundary === undefined) return unreadable;
    // the parser must use the same boundary that was counted
    type = `multipart/form-data; boundary="${boundary}"`;
    const parts = placesOf(`--${boundary}`, body, mostFields + 1);
    if (parts.length > mostFields + 1) return tooLarge;
    if (parts.slice(0, -1).some((at) => body.subarray(at, at + longestPartHead).indexOf("\r\n\r\n") < 0))
      return unreadable;
  } // a text in a urlencoded body contains no "&"
  else if (placesOf("&", body, mostFields).length > mostFields) return tooLarge;
  try {
    return done(await new Response(body, { headers: { "content-type": type } }).formData());
  } catch {
    return unreadable;
  }
}

/** Returns the positions of `what` in the body, at most `most` + 1 of them. */
function placesOf(what: string, body: Buffer, most: number): number[] {
  const places: number[] = [];
  for (let at = body.indexOf(what); at >= 0 && places.length <= most; at = body.indexOf(what, at + 1))
    places.push(at);
  return places;
}
