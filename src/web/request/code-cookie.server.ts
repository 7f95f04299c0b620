/** A code as it is written in `vouchers`. */
const codeShape = /^[A-Z0-9][A-Z0-9-]{2,39}$/;

/** The code that this browser carries, by its cookie; null when there is none of our shape. */
export function codeOfRequest(request: Request): string | null {
  for (const part of request.headers.get("cookie")?.split(";") ?? []) {
    const [name, value = ""] = part.trim().split("=");
    if ((name === "code" || name === "__Host-code") && codeShape.test(value)) return value;
  }
  return null;
}
